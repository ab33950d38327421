package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.GroupValuesAggregates;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.memory.MemoryPool;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs a plan and waits for its groups. Rows that the plan was not made for are left out by its scan, and
/// grouped on their own behind its groups.
///
/// @param behind groups the rows that a plan was not made for
/// @param before groups of other keys, behind which those of this run go
/// @param takesAllLeftovers whether more than half of the rows may be such; else another plan is better for all
/// @param late the numbers of the rows, if a request may read them
public record PlanRun(
        KernelStore kernels,
        MemoryPool accounts,
        Behind behind,
        @Nullable Before before,
        boolean takesAllLeftovers,
        Optional<LateNumbers> late) {
    /// As in `scan.cuh`.
    private static final long FAULT = 1;

    private static final long TOO_WIDE = 2;

    /// A table that has no places for this share of the rows was planned for too few groups: other plans are better.
    private static final int MUCH = 16;

    /// Groups that are there, and the counters of the scan that has made them.
    record Before(ResultColumns results, Counters counters, ResultColumns.Kept bitmaps) {
        public long groups() {
            return counters.get(Counters.Of.GROUPS);
        }
    }

    /// Groups rows by plans that `plans` runs, behind the groups that it has.
    @FunctionalInterface
    public interface Behind {
        Outcome group(PlanRun plans, FastRequest request, Stream stream);
    }

    public PlanRun(KernelStore kernels, MemoryPool accounts, Behind behind) {
        this(kernels, accounts, behind, null, false, Optional.empty());
    }

    /// The same for requests that may read the numbers of rows.
    public PlanRun with(Optional<LateNumbers> numbers) {
        return new PlanRun(kernels, accounts, behind, before, takesAllLeftovers, numbers);
    }

    /// The same, whatever rows a plan was not made for.
    public PlanRun forAllLeftovers() {
        return new PlanRun(kernels, accounts, behind, before, true, late);
    }

    /// The groups that a plan finds.
    ///
    /// @throws Projection.Refused if an expression has no result for a row
    public Outcome run(FastRequest request, ScanShape shape, Plan plan, KeySample sample, Stream stream) {
        ScanRows rows = request.rows();
        late.ifPresent(numbers -> numbers.writeFor(rows, shape));
        long capacity = request.wantsFirsts() ? 0 : capacity(rows, shape, plan);
        try (Counters counters = new Counters(accounts, zeroBytes(shape, plan, rows.count()), rows.count(), stream);
                ResultColumns own =
                        before == null ? ResultColumns.of(request, shape, capacity, accounts, stream) : null) {
            ResultColumns results = before == null ? Objects.requireNonNull(own) : before.results();
            if (before != null) {
                results.reserve(before.groups(), capacity);
                results.restore(before.bitmaps());
                counters.goOnFrom(before.counters(), stream);
            }
            launch(request, shape, plan, sample, results, counters, stream);
            counters.await();
            if ((counters.get(Counters.Of.FAULTS) & FAULT) != 0) {
                throw new Projection.Refused();
            }
            if ((counters.get(Counters.Of.FAULTS) & TOO_WIDE) != 0) {
                return new Outcome.Refused(Refusal.Seen.TOO_WIDE);
            }
            if (counters.get(Counters.Of.FULL) != 0) {
                return new Outcome.Refused(Refusal.Seen.FULL);
            }
            int bits = Long.SIZE - Long.numberOfLeadingZeros(counters.get(Counters.Of.WATCHED));
            if (mayOverflow(bits, rows.count())) {
                return new Outcome.Refused(Refusal.Seen.OVERFLOW);
            }
            return counters.get(Counters.Of.OUTSIDE) == 0
                    ? new Outcome.Grouped(results.take(counters.get(Counters.Of.GROUPS)), plan.describe())
                    : groupLeftovers(request, shape, plan, results, counters, stream);
        }
    }

    private static List<GroupValuesAggregates.Quantile> quantiles(FastRequest request) {
        List<GroupValuesAggregates.Quantile> all = new ArrayList<>();
        GroupValuesAggregates.members(request.aggregates()).values().forEach(all::addAll);
        return all;
    }

    /// Bytes that a plan wants to be 0 when it begins.
    private static long zeroBytes(ScanShape shape, Plan plan, long rows) {
        return switch (plan) {
            case Plan.Block block -> BlockGroups.cellBytes(shape, block);
            case Plan.Hash hash -> HashGroups.tableBytes(shape, hash);
            case Plan.Counts counts -> CountKeys.tableBytes(counts);
            case Plan.Clustered _ -> 0;
            case Plan.Single single -> SingleRows.cellBytes(shape, single);
            case Plan.Partition partition -> PartitionGroups.zeroBytes(shape, partition, rows);
        };
    }

    /// The most groups that a plan can find.
    private static long capacity(ScanRows rows, ScanShape shape, Plan plan) {
        long words =
                shape.layout().words().min(BigInteger.valueOf(rows.count())).longValue();
        return switch (plan) {
            case Plan.Block _, Plan.Partition _, Plan.Single _ -> words;
            case Plan.Hash hash -> Math.min(words, hash.capacity());
            case Plan.Counts counts -> Math.min(words, counts.capacity());
            case Plan.Clustered clustered -> clustered.partials();
        };
    }

    private void launch(
            FastRequest request,
            ScanShape shape,
            Plan plan,
            KeySample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        ScanRows rows = request.rows();
        if (plan instanceof Plan.Partition) {
            rows.upload().awaitAll(stream);
        }
        switch (plan) {
            case Plan.Block block ->
                new BlockGroups(kernels).launch(rows, shape, block, sample, results, counters, stream);
            case Plan.Hash hash -> new HashGroups(kernels).launch(rows, shape, hash, sample, results, counters, stream);
            case Plan.Counts counts ->
                new CountKeys(kernels).launch(rows, shape, counts, sample, results, counters, stream);
            case Plan.Clustered runs ->
                new ClusteredGroups(kernels).launch(rows, shape, runs, results, counters, stream);
            case Plan.Single single ->
                new SingleRows(kernels).launch(request, shape, single, results, counters, stream);
            case Plan.Partition partition
            when partition.hasRest() ->
                new PartitionGroups(kernels, accounts).launch(rows, shape, partition, results, counters, stream);
            case Plan.Partition partition ->
                new PartitionGroups(kernels, accounts)
                        .launchMembers(rows, shape, partition, quantiles(request), results, counters, stream);
        }
    }

    /// Groups the rows that a scan has left out, whose keys are in none of its groups, by what they look like.
    private Outcome groupLeftovers(
            FastRequest request, ScanShape shape, Plan plan, ResultColumns results, Counters counters, Stream stream) {
        ScanRows rows = request.rows();
        late.ifPresent(numbers -> numbers.writeForCopies(rows, shape));
        long leftovers = counters.get(Counters.Of.OUTSIDE);
        boolean hasPlaces = plan instanceof Plan.Hash || plan instanceof Plan.Counts;
        if (!takesAllLeftovers && hasPlaces && leftovers > rows.count() / MUCH) {
            return new Outcome.Refused(Refusal.Seen.FULL);
        }
        if (!takesAllLeftovers && leftovers > rows.count() / 2) {
            return new Outcome.Refused(Refusal.Seen.OUTSIDE);
        }
        try (LeftoverRows.Gathered gathered = new LeftoverRows(kernels, accounts)
                        .gather(rows, shape, LeftoverRows.Places.of(plan, counters), counters, leftovers, stream);
                ResultColumns.Kept bitmaps = results.keep(counters.get(Counters.Of.GROUPS))) {
            if (gathered.isRefused()) {
                return new Outcome.Refused(Refusal.Seen.OUTSIDE);
            }
            Before here = new Before(results, counters, bitmaps);
            PlanRun next = new PlanRun(kernels, accounts, behind, here, false, late);
            Outcome outcome = behind.group(next, request.of(gathered.rows()), stream);
            return outcome instanceof Outcome.Grouped(DeviceGroups groups, String how)
                    ? new Outcome.Grouped(groups, plan.describe() + ", and for " + leftovers + " rows " + how)
                    : outcome;
        }
    }

    /// No sum of `rows` numbers reaches 2^63 if the absolute value of each is below 2^bits and rows * 2^bits is
    /// below it.
    static boolean mayOverflow(int bits, long rows) {
        return bits + Long.SIZE - Long.numberOfLeadingZeros(rows) > Long.SIZE - 1;
    }
}
