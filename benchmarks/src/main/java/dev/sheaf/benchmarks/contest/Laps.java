package dev.sheaf.benchmarks.contest;

import com.sun.management.OperatingSystemMXBean;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.report.Timing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// The measured runs of one engine for one question.
final class Laps {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Engine engine;
    private final List<Double> millis = new ArrayList<>();
    private long cpuNanos;

    Laps(Engine engine) {
        this.engine = engine;
    }

    /// Runs the question once more. Processor time is that of this process, in which one engine works at a time.
    void run(Question question) {
        long before = SYSTEM.getProcessCpuTime();
        millis.add(engine.millis(question));
        cpuNanos += SYSTEM.getProcessCpuTime() - before;
    }

    Timing timing(double firstMillis) {
        double cpuMillis = engine.isInProcess() ? cpuNanos / 1e6 / millis.size() : Double.NaN;
        return new Timing(firstMillis, millis, cpuMillis);
    }
}
