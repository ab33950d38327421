package dev.sheaf.cuda.gpu;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarFile;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs the tests in a jar, where there is no Maven: `RunTests tests.jar [tag expression]`. The last line is
/// `N passed, N failed, N skipped`; the exit code is 1 if one failed. Several processes share tests by [Claims].
public final class RunTests {
    private static volatile boolean isStopped;

    private RunTests() {}

    /// Whether the time for tests is over and the process about to end, so that what fails now is no finding.
    public static boolean isStopped() {
        return isStopped;
    }

    /// @param arguments the jar and, if not all tests shall run, which tags they have to have (`cuda & !large`)
    public static void main(String[] arguments) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(testClasses(Path.of(arguments[0])))
                .filters(
                        arguments.length < 2 ? new Filter<?>[0] : new Filter<?>[] {TagFilter.includeTags(arguments[1])})
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
        Report report = new Report(System.out);
        limit(report);
        LauncherFactory.create().execute(request, report);
        System.exit(report.finish());
    }

    /// `-Dsheaf.tests.seconds`: ends the process in good order after so long, so that a tool around it can report.
    private static void limit(Report report) {
        int seconds = Integer.getInteger("sheaf.tests.seconds", 0);
        if (seconds > 0) {
            Thread.ofPlatform().daemon().start(() -> {
                LockSupport.parkNanos(seconds * 1_000_000_000L);
                isStopped = true;
                System.out.println("stopped after " + seconds + " s");
                report.finish();
                System.exit(3);
            });
        }
    }

    private static List<DiscoverySelector> testClasses(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<DiscoverySelector> classes = new ArrayList<>();
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith("Test.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .forEach(name -> classes.add(selectClass(name)));
            return classes;
        }
    }

    /// Prints classes with the time that their tests took, failures and the reasons of what was skipped.
    private static final class Report implements TestExecutionListener {
        private final PrintStream out;
        private final Map<String, Long> started = new ConcurrentSkipListMap<>();
        private final Map<String, Integer> reasons = new TreeMap<>();
        private int passed;
        private int passedBefore;
        private int failed;
        private int skipped;

        Report(PrintStream out) {
            this.out = out;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            passedBefore = isClass(test) ? passed : passedBefore;
            started.put(test.getUniqueId(), System.nanoTime());
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (!reason.contains(Claims.TAKEN) && Claims.isFirst("skipped " + test.getUniqueId())) {
                skip(test.getDisplayName() + ": " + reason);
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            switch (result.getStatus()) {
                case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
                case ABORTED ->
                    skip(String.valueOf(
                            result.getThrowable().map(Throwable::getMessage).orElse("")));
                case FAILED -> fail(test, result.getThrowable().orElseThrow());
            }
            if (test.isTest() && Boolean.getBoolean("sheaf.tests.verbose")) {
                long millis = (System.nanoTime() - started.get(test.getUniqueId())) / 1_000_000;
                out.println("  " + test.getDisplayName() + " " + millis + " ms " + result.getStatus());
            }
            if (isClass(test) && passed > passedBefore) {
                long millis = (System.nanoTime() - started.get(test.getUniqueId())) / 1_000_000;
                out.println(test.getDisplayName() + " " + millis + " ms");
            }
        }

        private static boolean isClass(TestIdentifier test) {
            return test.isContainer() && test.getUniqueIdObject().getSegments().size() == 2;
        }

        private void skip(String reason) {
            skipped++;
            reasons.merge(reason, 1, Integer::sum);
        }

        private void fail(TestIdentifier test, Throwable failure) {
            if (isStopped) {
                return;
            }
            failed++;
            out.println("FAILED " + test.getUniqueId());
            failure.printStackTrace(out);
        }

        int finish() {
            reasons.forEach((reason, count) -> out.println("skipped " + count + ": " + reason));
            out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
            return failed == 0 ? 0 : 1;
        }
    }
}
