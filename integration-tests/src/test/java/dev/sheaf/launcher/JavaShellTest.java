package dev.sheaf.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.launcher.Checkout.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `./sheaf jshell` in a checkout whose jars are the classes under test, with the shell of the JDK under test.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class JavaShellTest {
    private static final String IMPORTS = "cli/src/main/jshell/sheaf.jsh";

    private static final String FILE = """
            DataFrame sales = DataFrame.of("k", new String[] {"a", "b", "a"}, "v", new int[] {1, 2, 4});
            DataFrame sums = sales.groupBy("k").agg(sum("v").as("v")).sortValues(descending("v"));
            sums.print(System.out)
            """;

    private static final String INPUT = """
            System.out.println(sums.get("v").toList())
            List<?> values = sums.get("v").toList()
            System.out.println(values + " " + Function.ADD + " " + TimeUnit.MICRO + " " + LocalDate.EPOCH)
            System.out.println("native access: " + DataFrame.class.getModule().isNativeAccessEnabled())
            """;

    @TempDir
    private Path folder;

    private Checkout checkout;

    @BeforeEach
    void build() throws IOException {
        checkout = new Checkout(folder);
        Path jdk = Checkout.jdk(folder, "jdk", "25.0.3");
        Path shell = Path.of(System.getProperty("java.home"), "bin/jshell");
        checkout.executable(jdk.resolve("bin/jshell").toString(), "#!/bin/sh\nexec '" + shell + "' \"$@\"\n");
        Path imports = checkout.root().resolve(IMPORTS);
        Files.createDirectories(imports.getParent());
        Files.copy(Path.of(System.getProperty("user.dir")).resolveSibling(IMPORTS), imports);
        checkout.with("JAVA_HOME", jdk.toString()).sheaf("demo");
        Files.writeString(checkout.root().resolve("target/dist/class-path"), classPath());
    }

    /// The class path of this test; the shell refuses folders that do not exist.
    private static String classPath() {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(own.split(File.pathSeparator, -1))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// The preferences are those of the test: the shell keeps a history there.
    @Test
    void runsAFileAndThenStandardInput() throws IOException {
        Files.writeString(checkout.root().resolve("my lines.jsh"), FILE);
        Files.writeString(checkout.root().resolve("input.jsh"), INPUT);

        Outcome outcome = checkout.shell(
                        "\"$0\" jshell -J-Djava.util.prefs.userRoot='" + folder + "' 'my lines.jsh' - <input.jsh")
                .outcome();

        assertThat(outcome.out()).as(outcome.err()).isEqualTo("""
                ┌───┬───────┐
                │ k │     v │
                │   │ int64 │
                ├───┼───────┤
                │ a │     5 │
                │ b │     2 │
                └───┴───────┘
                2 rows, 1 column
                [5, 2]
                [5, 2] ADD MICRO 1970-01-01
                native access: true
                """);
        assertThat(outcome.exitCode()).isZero();
    }
}
