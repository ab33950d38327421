package dev.sheaf.benchmarks.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the random suites: the tests from which a call of `RandomCases.run` can be reached, through lambdas,
/// other methods and the contracts that a test extends. So a test is a suite by that call alone.
final class Suites {
    private final Map<String, TestClass> classes = new HashMap<>();

    private Suites() {}

    /// The suites among the compiled tests of the modules in `root`, in the order of their names.
    ///
    /// @param compiled where a module has them: `target/quick/test-classes`
    static List<Suite> find(Path root, Path compiled) {
        Suites suites = new Suites();
        for (Path module : list(root)) {
            Path folder = module.resolve(compiled);
            if (Files.isDirectory(folder)) {
                suites.read(module.getFileName().toString(), folder);
            }
        }
        return suites.classes.values().stream()
                .filter(type -> !type.isAbstract())
                .flatMap(type -> suites.suitesOf(type).stream())
                .sorted(Comparator.comparing(Suite::module).thenComparing(Suite::name))
                .toList();
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(Files::isDirectory).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot list " + folder, unreadable);
        }
    }

    private void read(String module, Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> TestClass.read(module, file))
                    .forEach(type -> classes.put(type.name(), type));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + folder, unreadable);
        }
    }

    /// The suites that a class has of its own and those that it inherits.
    private List<Suite> suitesOf(TestClass type) {
        List<Suite> suites = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (TestClass at = type; at != null; at = classes.get(at.parent())) {
            at.methods().forEach((key, body) -> {
                List<Integer> cases = new ArrayList<>();
                if (body.isTest() && seen.add(key)) {
                    collect(type, body, cases, new HashSet<>());
                }
                if (!cases.isEmpty()) {
                    suites.add(new Suite(type.module(), simpleName(type), body.name(), cases));
                }
            });
        }
        return suites;
    }

    private static String simpleName(TestClass type) {
        return type.name().substring(type.name().lastIndexOf('.') + 1);
    }

    private void collect(TestClass self, TestClass.Body body, List<Integer> cases, Set<MethodRef> seen) {
        cases.addAll(body.cases());
        for (MethodRef call : body.calls()) {
            if (seen.add(call)) {
                TestClass.Body callee = resolve(self, call);
                if (callee != null) {
                    collect(self, callee, cases, seen);
                }
            }
        }
    }

    /// The body that a call reaches: of the test's own class where it overrides it.
    private TestClass.@Nullable Body resolve(TestClass self, MethodRef call) {
        TestClass owner = classes.get(call.owner());
        for (TestClass at = isA(self, owner) ? self : owner; at != null; at = classes.get(at.parent())) {
            if (at.method(call.name(), call.descriptor()).isPresent()) {
                return at.method(call.name(), call.descriptor()).get();
            }
        }
        return null;
    }

    private boolean isA(TestClass type, @Nullable TestClass ancestor) {
        for (TestClass at = type; at != null; at = classes.get(at.parent())) {
            if (at.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }
}
