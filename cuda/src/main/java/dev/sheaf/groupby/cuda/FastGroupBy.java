package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.memory.MemoryPool;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Group-by of resident columns whose keys fit a word, by functions whose states are few bytes or which need the
/// members of groups of moderate number. What it does not do it declines, with the reason, before or after a
/// look at the data.
final class FastGroupBy {
    /// Positions of rows are numbers of 32 bits.
    private static final long MAX_ROWS = (1L << 32) - (1L << 20);

    /// The structure that a kernel takes has room for so many.
    private static final int MAX_KEYS = 8;

    private static final int MAX_AGGREGATES = 16;
    private static final int MAX_READS = 24;

    /// Members are read again and again by one block a group, which has to end at some time.
    private static final long MAX_MEMBERS = 1 << 22;

    private final KernelStore kernels;
    private final MemoryPool accounts;
    private final String forced;

    FastGroupBy(Kernels kernels, MemoryPool accounts) {
        this(new KernelStore(kernels), accounts);
    }

    /// With kernels that are kept from query to query.
    FastGroupBy(KernelStore kernels, MemoryPool accounts) {
        this(kernels, accounts, "");
    }

    /// @param forced the name of the strategy to use where it can be, as [ForcedPlan] knows them; else empty
    FastGroupBy(KernelStore kernels, MemoryPool accounts, String forced) {
        this.forced = forced;
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// What came of a request.
    sealed interface Outcome {
        /// The groups, and how they were found.
        record Grouped(DeviceGroups groups, String how) implements Outcome {}

        /// Another way has to be taken.
        record Declined(String why) implements Outcome {}
    }

    /// Why a request cannot be run here, if the types alone say so.
    static Optional<String> refusal(ScanRows rows, List<Integer> keys, List<DeviceAggregate> aggregates) {
        if (rows.count() == 0 || rows.count() > MAX_ROWS) {
            return Optional.of("it is for 1 to " + MAX_ROWS + " rows");
        }
        if (keys.isEmpty() || keys.size() > MAX_KEYS || keys.stream().distinct().count() < keys.size()) {
            return Optional.of("it takes 1 to " + MAX_KEYS + " different key columns");
        }
        if (aggregates.size() > MAX_AGGREGATES) {
            return Optional.of("it takes up to " + MAX_AGGREGATES + " aggregates");
        }
        for (int key : keys) {
            if (rows.isDictionary(key) || !Survey.supports(rows.type(key))) {
                return Optional.of("keys of type " + rows.type(key) + " do not become words");
            }
        }
        for (DeviceAggregate aggregate : aggregates) {
            Optional<String> why = refusal(rows, aggregate);
            if (why.isPresent()) {
                return why;
            }
        }
        if (rows.reads() > MAX_READS) {
            return Optional.of("expressions read more than " + MAX_READS + " columns");
        }
        return MemberAggregates.areAsked(aggregates) ? MemberAggregates.refusal(rows, aggregates) : Optional.empty();
    }

    private static Optional<String> refusal(ScanRows rows, DeviceAggregate aggregate) {
        int column = aggregate.column();
        if (column < 0) {
            return Optional.empty();
        }
        boolean isFixed = !rows.isDictionary(column)
                && !rows.isText(column)
                && CudaType.supports(rows.type(column))
                && rows.cudaType(column).byteWidth() <= Long.BYTES;
        return isFixed
                ? Optional.empty()
                : Optional.of(
                        aggregate.function() + " of " + rows.type(column) + " is not of fixed width up to 8 bytes");
    }

    /// As below, of columns as they lie.
    Outcome group(
            DeviceTable table,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            Stream stream) {
        return group(new ScanRows(table), keys, keepsNulls, aggregates, stream);
    }

    /// Groups rows that [#refusal] has nothing against, and waits for it. Call inside
    /// [dev.sheaf.cuda.driver.Device#call].
    ///
    /// Of rows that are still coming, the first are looked at, and scans take each part when it is there;
    /// should that have been misleading, all is done again when all rows are there.
    ///
    /// @throws Projection.Fault if an expression has no result for a row
    Outcome group(
            ScanRows rows, List<Integer> keys, boolean keepsNulls, List<DeviceAggregate> aggregates, Stream stream) {
        return group(rows, keys, keepsNulls, aggregates, false, stream);
    }

    /// @param isPartial whether the rows are partial groups, which are not made to partial groups again
    private Outcome group(
            ScanRows rows,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            boolean isPartial,
            Stream stream) {
        Arrivals arrivals = rows.arrivals();
        Survey survey = new Survey(kernels, accounts);
        arrivals.await(0, stream);
        long there = arrivals.end(0);
        try (Survey.Sample sample = survey.sample(rows.upTo(there), keys, stream)) {
            Survey.Findings findings = sample.findings().among(there, rows.count());
            Optional<Outcome> clustered = isPartial || arrivals.count() > 1
                    ? Optional.empty()
                    : clustered(rows, keys, keepsNulls, aggregates, sample, stream);
            if (clustered.isPresent()) {
                return clustered.orElseThrow();
            }
            boolean sawRows = findings.rows() > 0 || findings.isComplete();
            Outcome first = sawRows
                    ? group(rows, keys, keepsNulls, aggregates, sample, findings, stream)
                    : new Outcome.Declined(OUTSIDE);
            if (!(first instanceof Outcome.Declined(String why) && why.equals(OUTSIDE))) {
                return first;
            }
            if (arrivals.count() > 1) {
                arrivals.awaitAll(stream);
                return group(rows.as(Arrivals.here(rows.count())), keys, keepsNulls, aggregates, stream);
            }
            Survey.Findings exact = survey.all(rows, keys, stream).withCounts(sample.findings());
            return group(rows, keys, keepsNulls, aggregates, sample, exact, stream);
        }
    }

    /// More groups than a hash table of a block has room for.
    private static final long LEAST_MANY = 1 << 20;

    private static final String FULL = "the table of groups is too full";
    private static final String OVERFLOW = "a sum of 64-bit integers may overflow";
    private static final String OUTSIDE = "keys lie outside of the ranges that were looked at";

    /// Whether other keys for the same groups would change nothing about this reason.
    static boolean isForGood(String why) {
        return why.equals(OVERFLOW);
    }

    private Outcome group(
            ScanRows rows,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            Survey.Sample sample,
            Survey.Findings findings,
            Stream stream) {
        KeyRanges ranges = new KeyRanges(rows, keys, keepsNulls, findings);
        Optional<KeyLayout> tight = ranges.tight();
        if (tight.isEmpty()) {
            return new Outcome.Declined(
                    "texts are longer than " + KeyPart.Text.MAX_LENGTH + " bytes or of several lengths");
        }
        Planner planner = Planner.of(stream.device().info());
        if (isOfMembers(rows, aggregates)) {
            return members(rows, keys, aggregates, tight.orElseThrow(), planner, sample, findings, stream);
        }
        ScanShape shape = ScanShape.of(rows, tight.orElseThrow(), keys, aggregates);
        long groups = findings.groups();
        Plan plan = first(planner, shape, findings.allRows(), findings);
        if (plan instanceof Plan.Block block && block.isSummed()) {
            Outcome outcome = run(rows, shape, aggregates, plan, sample, stream);
            if (!(outcome instanceof Outcome.Declined(String why) && why.equals(FULL))) {
                return outcome;
            }
            plan = planner.block(shape, block.words(), false);
        }
        if (plan instanceof Plan.Hash hash) {
            Outcome outcome = hash.bucket() == 1
                    ? run(rows, shape, aggregates, plan, sample, stream)
                    : paired(rows, keys, shape, aggregates, planner, hash, stream);
            if (!(outcome instanceof Outcome.Declined(String why) && why.equals(FULL))) {
                return outcome;
            }
            plan = planner.plan(shape, findings.allRows(), Math.max(groups, LEAST_MANY));
        }
        if (plan instanceof Plan.Partition partition && !partition.isDirect()) {
            Optional<KeyLayout> wide = ranges.wide();
            if (wide.isEmpty()) {
                return new Outcome.Declined("keys take more than 72 bits");
            }
            ScanShape wider = shape.with(wide.orElseThrow());
            plan = planner.hashed(wider, findings.allRows(), groups);
            shape = Planner.shapeFor(wider, plan);
        }
        return run(rows, shape, aggregates, plan, sample, stream);
    }

    /// Runs a plan for which nearly all keys have to be known, by a larger sample.
    private Outcome paired(
            ScanRows rows,
            List<Integer> keys,
            ScanShape shape,
            List<DeviceAggregate> aggregates,
            Planner planner,
            Plan.Hash plan,
            Stream stream) {
        try (Survey.Sample larger =
                new Survey(kernels, accounts).larger(rows.upTo(rows.arrivals().end(0)), keys, stream)) {
            Plan.Hash better = planner.hash(shape, larger.findings().groups())
                    .filter(known -> known.passes() <= plan.passes())
                    .orElse(plan);
            return run(rows, shape, aggregates, better, larger, stream);
        }
    }

    /// The groups of rows of which many that follow each other have the same key; none if they do not, if another
    /// strategy takes one pass over the rows anyway, or if there turn out to be more runs than there is room for.
    private Optional<Outcome> clustered(
            ScanRows rows,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            Survey.Sample sample,
            Stream stream) {
        Survey.Findings findings = sample.findings();
        Planner planner = Planner.of(stream.device().info());
        Optional<Partials> partials = Partials.of(keys.size(), aggregates, rows::type)
                .filter(known -> known.first().size() <= MAX_AGGREGATES);
        Optional<Plan.Clustered> plan = ForcedPlan.isClustered(forced)
                ? Optional.of(planner.clustered(rows.count(), rows.count()))
                : planner.clustered(findings);
        if (partials.isEmpty() || plan.isEmpty()) {
            return Optional.empty();
        }
        KeyRanges ranges = new KeyRanges(rows, keys, keepsNulls, findings);
        Optional<KeyLayout> layout = ranges.wide().or(ranges::tight).map(KeyLayout::shifted);
        if (layout.isEmpty() || isShort(planner, ranges, rows, keys, aggregates, findings)) {
            return Optional.empty();
        }
        List<DeviceAggregate> first = partials.orElseThrow().first();
        ScanShape shape = ScanShape.of(rows, layout.orElseThrow(), keys, first);
        if (!(run(rows, shape, first, plan.orElseThrow(), sample, stream)
                instanceof Outcome.Grouped(DeviceGroups parts, String how))) {
            return Optional.empty();
        }
        try (parts) {
            if (parts.groups() == 0) {
                return Optional.empty();
            }
            Outcome outcome = merge(partials.orElseThrow(), parts, keepsNulls, stream);
            return outcome instanceof Outcome.Grouped(DeviceGroups groups, String then)
                    ? Optional.of(new Outcome.Grouped(groups, how + ", then " + then))
                    : Optional.empty();
        }
    }

    /// Groups partial groups.
    private Outcome merge(Partials partials, DeviceGroups parts, boolean keepsNulls, Stream stream) {
        List<Integer> keys = IntStream.range(0, partials.keys()).boxed().toList();
        ScanRows rows = new ScanRows(partials.table(parts));
        return group(rows, keys, keepsNulls, partials.second(), true, stream);
    }

    /// Whether another strategy takes one pass over the rows that is as fast.
    private boolean isShort(
            Planner planner,
            KeyRanges ranges,
            ScanRows rows,
            List<Integer> keys,
            List<DeviceAggregate> aggregates,
            Survey.Findings findings) {
        return !ForcedPlan.isClustered(forced)
                && ranges.tight()
                        .map(layout -> ScanShape.of(rows, layout, keys, aggregates))
                        .map(shape -> first(planner, shape, findings.allRows(), findings))
                        .filter(plan -> plan instanceof Plan.Block block && block.passes() == 1)
                        .isPresent();
    }

    private Plan first(Planner planner, ScanShape shape, long rows, Survey.Findings findings) {
        double hottest = (double) findings.most() / Math.max(findings.rows(), 1);
        return ForcedPlan.of(forced, planner, shape, rows, findings)
                .or(() -> planner.registers(shape, findings.different()).map(Plan.class::cast))
                .orElseGet(() -> planner.plan(shape, rows, findings.groups(), hottest, findings.different()));
    }

    private boolean isOfMembers(ScanRows rows, List<DeviceAggregate> aggregates) {
        return MemberAggregates.areAsked(aggregates)
                || (ForcedPlan.isMembers(forced)
                        && MemberAggregates.refusal(rows, aggregates).isEmpty());
    }

    private Outcome members(
            ScanRows rows,
            List<Integer> keys,
            List<DeviceAggregate> aggregates,
            KeyLayout layout,
            Planner planner,
            Survey.Sample sample,
            Survey.Findings findings,
            Stream stream) {
        ScanShape shape = ScanShape.ofMembers(rows, layout, keys, aggregates);
        Optional<Plan.Partition> plan = planner.members(shape);
        long largest = findings.allRows() / Math.max(findings.rows(), 1) * findings.most();
        if (plan.isEmpty() || largest > MAX_MEMBERS) {
            return new Outcome.Declined("groups are too many or too large for functions of members");
        }
        return run(rows, shape, aggregates, plan.orElseThrow(), sample, stream);
    }

    /// Runs a plan over columns as they lie.
    Outcome run(
            DeviceTable table,
            ScanShape shape,
            List<DeviceAggregate> aggregates,
            Plan plan,
            Survey.Sample sample,
            Stream stream) {
        return run(new ScanRows(table), shape, aggregates, plan, sample, stream);
    }

    /// Runs a plan.
    Outcome run(
            ScanRows rows,
            ScanShape shape,
            List<DeviceAggregate> aggregates,
            Plan plan,
            Survey.Sample sample,
            Stream stream) {
        long capacity = plan instanceof Plan.Clustered(long partials, int _)
                ? partials
                : shape.layout().words().min(BigInteger.valueOf(rows.count())).longValue();
        long zeroBytes = switch (plan) {
            case Plan.Block block -> BlockGroups.cellBytes(shape, block);
            case Plan.Hash hash -> HashGroups.tableBytes(shape, hash);
            case Plan.Clustered _ -> 0;
            case Plan.Partition partition -> PartitionGroups.countBytes(partition);
        };
        try (Counters counters = new Counters(accounts, zeroBytes, stream);
                ResultColumns results = ResultColumns.allocate(rows, shape, aggregates, capacity, accounts, stream)) {
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
            if (counters.get(Counters.Of.FAULTS) != 0) {
                throw new Projection.Fault();
            }
            if (counters.get(Counters.Of.OUTSIDE) != 0) {
                return new Outcome.Declined(OUTSIDE);
            }
            if (counters.get(Counters.Of.FULL) != 0) {
                return new Outcome.Declined(FULL);
            }
            if (mayOverflow(counters.get(Counters.Of.WATCHED), rows.count())) {
                return new Outcome.Declined(OVERFLOW);
            }
            return new Outcome.Grouped(results.take(counters.get(Counters.Of.GROUPS)), plan.describe());
        }
    }

    /// No sum of `rows` numbers reaches 2^63 if the absolute value of each is below 2^bits and rows * 2^bits is
    /// below it.
    private static boolean mayOverflow(long watched, long rows) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(watched);
        return bits + Long.SIZE - Long.numberOfLeadingZeros(rows) > Long.SIZE - 1;
    }
}
