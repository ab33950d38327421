package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.cuda.device.DeviceProfile;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.Locale;

/// How long a request over host rows takes on a GPU. Rows are taken to be pageable, as most are.
///
/// @param seconds all of it; [Double#MAX_VALUE] if the number of rows is not known
/// @param text the same with its parts, for `explain`
public record TransferCost(double seconds, String text) {
    /// Plan, streams, the look at the keys, the result: 0.1 to 1 million pageable rows took 1.7 to 2.3 ms in all
    /// (benchmarks/results/nvidia-h200/endtoend-2.json and -3.json). With it the estimates of 0.1 to 100
    /// million rows are within 1.3 times of what they took in both.
    private static final double QUERY_SECONDS = 0.0016;

    /// What each aggregate adds to that: 1,000 rows took 2.1 ms for three and 3.5 to 4.1 for nine to twelve
    /// (benchmarks/results/nvidia-h200/choice-2.json).
    private static final double AGGREGATE_SECONDS = 1e-4;

    /// The first query of a process starts the device and runs code of the host that no compiler has seen: 0.23 to 0.42
    /// s (benchmarks/results/nvidia-h200/shapes-2.json to -4.json).
    private static final double START_SECONDS = 0.25;

    /// A first kernel takes 51 to 87 ms to compile and a further one 13 to 31; a query has four or so. What is
    /// in the cache of the disk takes 1 to 2 ms. A query without expressions does not wait: the general strategy
    /// answers it by shipped kernels.
    private static final double COMPILE_SECONDS = 0.12;

    /// What the general strategy does in a launch, in passes over 8 bytes of a row.
    private static final int GENERAL_PASSES = 12;

    /// Threads beyond this fill slabs no faster.
    private static final int STAGING_THREADS = 12;

    /// What threads that fill slabs reach of the link: 37 of 55 GB/s at their best, 19 to 25 in the queries of
    /// those files.
    private static final double STAGED_SHARE = 0.45;

    /// What a thread decodes of a file and writes to pinned memory in a second beside what the CPU backend does to
    /// group it: 40 million rows of 16 bytes took 16 threads 26 ms longer than grouping them there.
    private static final double FILE_BYTES_OF_A_THREAD = 1.2e9;

    /// The share of the link that results reach on their way to new memory of the host, and what a text takes besides,
    /// fitted to 40 random shapes (benchmarks/results/nvidia-h200/choice-1.json).
    private static final double DOWNLOADED_SHARE = 0.23;

    private static final double TEXT_SECONDS = 15e-9;

    /// What this process has run on the device.
    public enum Seen {
        NOTHING,
        OTHER_PLANS,
        SUCH_A_PLAN
    }

    /// The estimate.
    public static TransferCost of(GeneralPlan plan, SourceStats stats, DeviceProfile profile, int threads, Seen seen) {
        if (stats.rowCount().isEmpty()) {
            return new TransferCost(Double.MAX_VALUE, "the number of rows is not known");
        }
        double rows = stats.rowCount().getAsLong();
        double bytes = rows * StrideLimits.rowBytes(plan);
        boolean isFile = !stats.columns().isEmpty();
        double copying = bytes / (isFile ? FILE_BYTES_OF_A_THREAD * threads : uploadRate(profile, threads));
        boolean compiled = seen == Seen.SUCH_A_PLAN;
        boolean isShipped = !compiled && plan.projection().isEmpty();
        double kernels = FastPlanner.of(plan).isPresent() && !isShipped
                ? bytes / profile.memoryBytes() * 2
                : rows * Long.BYTES * GENERAL_PASSES * (1 + plan.asks().size()) / profile.memoryBytes();
        double starting = seen == Seen.NOTHING ? START_SECONDS : 0;
        double fixed = starting
                + QUERY_SECONDS
                + 20 * profile.waitSeconds()
                + AGGREGATE_SECONDS * plan.asks().size();
        double compiling = compiled || isShipped ? 0 : COMPILE_SECONDS;
        double results = results(plan, stats, profile);
        double seconds = copying + kernels + fixed + compiling + results;
        String text = "about " + millis(seconds) + ": " + ByteSize.format((long) bytes) + " to the device "
                + millis(copying) + ", kernels " + millis(kernels) + (isShipped ? " by shipped ones" : "")
                + ", starting and waiting " + millis(fixed)
                + (compiling == 0 ? "" : ", compiling " + millis(compiling))
                + (results == 0 ? "" : ", groups to the host " + millis(results)) + "; rates are " + profile.source();
        return new TransferCost(seconds, text);
    }

    /// Seconds that groups take to the host, if they are known to be many.
    private static double results(GeneralPlan plan, SourceStats stats, DeviceProfile profile) {
        List<DataType> types = plan.result().fields().stream().map(Field::type).toList();
        long texts =
                types.stream().filter(type -> type.layout() == Layout.VARIABLE).count();
        double bytes = types.stream().mapToInt(StrideLimits::valueBytes).sum();
        double groups = stats.look(plan.request().keys(), plan.request().filter())
                .groups()
                .orElse(0);
        return groups * (bytes / (DOWNLOADED_SHARE * profile.linkBytes()) + texts * TEXT_SECONDS);
    }

    private static double uploadRate(DeviceProfile profile, int threads) {
        double staged = profile.stagedBytes() * Math.min(threads, STAGING_THREADS);
        return Math.min(staged, STAGED_SHARE * profile.linkBytes());
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.1f ms", seconds * 1e3);
    }
}
