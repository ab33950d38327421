package dev.sheaf.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// Knows which test the present thread runs. JUnit finds this class by its service file, in every module that has
/// the fixtures on its class path.
public final class CurrentTest implements TestExecutionListener {
    private static final ThreadLocal<Running> RUNNING = new InheritableThreadLocal<>();
    private static final String INVOCATION = "test-template-invocation";

    /// A test at work.
    ///
    /// @param suite class and method: `RandomCsvTest#roundTrip`, or nothing where no test is known
    /// @param invocation the number of the invocation of a parameterised test, from 1; 0 for other tests
    /// @param runs how many times the test has called [RandomCases#run]
    record Running(String suite, int invocation, AtomicInteger runs) {

        /// The suite with the invocation behind it: `MergeTreeTest#merges[3]`.
        String name() {
            return invocation == 0 ? suite : suite + "[" + invocation + "]";
        }

        /// The number of the next set of cases, from 0, the same in every process that runs the test.
        int nextCall() {
            return runs.getAndIncrement();
        }

        /// The name of a set of cases.
        String set(int call) {
            return call == 0 ? name() : name() + "/" + (call + 1);
        }
    }

    /// The test that this thread, or the one that started it, runs.
    static Running get() {
        Running running = RUNNING.get();
        return running != null ? running : new Running("", 0, new AtomicInteger());
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            RUNNING.set(new Running(
                    test.getSource().map(CurrentTest::suite).orElse(""),
                    invocation(test.getUniqueIdObject()),
                    new AtomicInteger()));
        }
    }

    private static String suite(TestSource source) {
        if (!(source instanceof MethodSource method)) {
            return "";
        }
        String type = method.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "#" + method.getMethodName();
    }

    private static int invocation(UniqueId id) {
        UniqueId.Segment last = id.getLastSegment();
        return last.getType().equals(INVOCATION)
                ? Integer.parseInt(last.getValue().substring(1))
                : 0;
    }
}
