package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.MemoryPool;
import java.math.BigInteger;

/// Runs a plan and waits for its groups, unless the rows turn out to be others than it was made for.
final class PlanRun {
    /// As in `scan.cuh`.
    private static final long FAULT = 1;

    private static final long TOO_WIDE = 2;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    PlanRun(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// The groups that a plan finds.
    ///
    /// @throws Projection.Fault if an expression has no result for a row
    FastGroupBy.Outcome run(FastRequest request, ScanShape shape, Plan plan, Survey.Sample sample, Stream stream) {
        ScanRows rows = request.rows();
        try (Counters counters = new Counters(accounts, zeroBytes(shape, plan), stream);
                ResultColumns results =
                        ResultColumns.of(request, shape, capacity(rows, shape, plan), accounts, stream)) {
            if (plan instanceof Plan.Partition) {
                rows.arrivals().awaitAll(stream);
            }
            switch (plan) {
                case Plan.Block block ->
                    new BlockGroups(kernels).launch(rows, shape, block, sample, results, counters, stream);
                case Plan.Hash hash ->
                    new HashGroups(kernels).launch(rows, shape, hash, sample, results, counters, stream);
                case Plan.Clustered runs ->
                    new ClusteredGroups(kernels).launch(rows, shape, runs, results, counters, stream);
                case Plan.Partition partition
                when partition.hasRest() ->
                    new PartitionGroups(kernels, accounts).launch(rows, shape, partition, results, counters, stream);
                case Plan.Partition partition ->
                    new PartitionGroups(kernels, accounts)
                            .launchMembers(rows, shape, partition, results, counters, stream);
            }
            counters.await();
            if ((counters.get(Counters.Of.FAULTS) & FAULT) != 0) {
                throw new Projection.Fault();
            }
            if ((counters.get(Counters.Of.FAULTS) & TOO_WIDE) != 0) {
                return new FastGroupBy.Outcome.Declined(FastGroupBy.TOO_WIDE);
            }
            if (counters.get(Counters.Of.OUTSIDE) != 0) {
                return new FastGroupBy.Outcome.Declined(FastGroupBy.OUTSIDE);
            }
            if (counters.get(Counters.Of.FULL) != 0) {
                return new FastGroupBy.Outcome.Declined(FastGroupBy.FULL);
            }
            if (mayOverflow(counters.get(Counters.Of.WATCHED), rows.count())) {
                return new FastGroupBy.Outcome.Declined(FastGroupBy.OVERFLOW);
            }
            return new FastGroupBy.Outcome.Grouped(results.take(counters.get(Counters.Of.GROUPS)), plan.describe());
        }
    }

    /// Bytes that a plan wants to be 0 when it begins.
    private static long zeroBytes(ScanShape shape, Plan plan) {
        return switch (plan) {
            case Plan.Block block -> BlockGroups.cellBytes(shape, block);
            case Plan.Hash hash -> HashGroups.tableBytes(shape, hash);
            case Plan.Clustered _ -> 0;
            case Plan.Partition partition -> PartitionGroups.countBytes(partition);
        };
    }

    /// The most groups that a plan can find.
    private static long capacity(ScanRows rows, ScanShape shape, Plan plan) {
        long words =
                shape.layout().words().min(BigInteger.valueOf(rows.count())).longValue();
        return switch (plan) {
            case Plan.Block _, Plan.Partition _ -> words;
            case Plan.Hash hash -> Math.min(words, hash.capacity());
            case Plan.Clustered clustered -> clustered.partials();
        };
    }

    /// No sum of `rows` numbers reaches 2^63 if the absolute value of each is below 2^bits and rows * 2^bits is
    /// below it.
    private static boolean mayOverflow(long watched, long rows) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(watched);
        return bits + Long.SIZE - Long.numberOfLeadingZeros(rows) > Long.SIZE - 1;
    }
}
