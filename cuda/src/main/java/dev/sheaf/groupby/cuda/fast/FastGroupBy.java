package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.MemberAggregates;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Group-by of resident columns whose keys fit a word, by functions whose states are few bytes or which need the
/// members of groups of moderate number. What it does not do it declines, with the reason, before
/// ([FastRequest#refusal]) or after a look at the data.
///
/// A [KeySampler] looks at a sample, [KeyRanges] make a layout of words, a [Planner] chooses, and [PlanRun] does it.
public final class FastGroupBy {
    /// Members are read again and again by one block a group, which has to end at some time.
    private static final long MAX_MEMBERS = 1 << 22;

    /// More groups than a hash table of a block has room for.
    private static final long LEAST_MANY = 1 << 20;

    private final KernelStore kernels;
    private final MemoryPool accounts;
    private final String forced;
    private final PlanRun plans;
    private final FirstPlan first;

    public FastGroupBy(Kernels kernels, MemoryPool accounts) {
        this(new KernelStore(kernels), accounts);
    }

    /// Uses kernels that are kept from query to query.
    public FastGroupBy(KernelStore kernels, MemoryPool accounts) {
        this(kernels, accounts, "");
    }

    /// @param forced the name of the strategy to use where it can be, as [ForcedPlan] knows them; else empty
    public FastGroupBy(KernelStore kernels, MemoryPool accounts, String forced) {
        this(plans(kernels, accounts), forced);
    }

    /// Runs plans by `plans`.
    public FastGroupBy(PlanRun plans, String forced) {
        this.forced = forced;
        this.kernels = plans.kernels();
        this.accounts = plans.accounts();
        this.plans = plans;
        this.first = new FirstPlan(forced);
    }

    /// What runs plans, and groups the rows that a plan was not made for as rows of their own.
    public static PlanRun plans(KernelStore kernels, MemoryPool accounts) {
        return new PlanRun(kernels, accounts, FastGroupBy::groupBehind);
    }

    private static Outcome groupBehind(PlanRun behind, FastRequest request, Stream stream) {
        return new FastGroupBy(behind, "").group(request, true, stream);
    }

    /// The same, but if it takes kernels that have to be compiled, and shipped ones can answer instead, it is refused,
    /// and they are compiled meanwhile.
    public static Outcome unlessCompiled(KernelStore kernels, boolean isPatient, Function<KernelStore, Outcome> group) {
        if (isPatient || !kernels.areShipped()) {
            return group.apply(kernels);
        }
        try {
            return group.apply(kernels.ready());
        } catch (KernelStore.NotReady notReady) {
            return new Outcome.Refused(new Refusal.NotCompiled(String.valueOf(notReady.getMessage())));
        }
    }

    /// Groups the rows of a table by columns as they lie, and waits for it.
    public Outcome group(
            DeviceTable table,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            Stream stream) {
        return group(new FastRequest(new ScanRows(table), keys, keepsNulls, aggregates), stream);
    }

    /// Groups the rows of a request that has no refusal, and waits for it. Call inside
    /// [dev.sheaf.cuda.driver.Device#call].
    ///
    /// Rows may still be arriving. The sample then is at the first of them, and scans take each part when it is
    /// there. If most of the later rows are unlike the first, everything is done again once all rows are there.
    ///
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Fault if an expression has no result for a row
    public Outcome group(FastRequest request, Stream stream) {
        return group(request, whole -> exactly(whole, stream), false, stream);
    }

    /// The same without a second scan for sums that 64 bits may not hold.
    ///
    /// @param isPartial whether the rows are partial groups, which are not made to partial groups again
    public Outcome group(FastRequest request, boolean isPartial, Stream stream) {
        return group(request, whole -> byWords(whole, isPartial, stream), isPartial, stream);
    }

    private Outcome group(
            FastRequest request, Function<FastRequest, Outcome> byWords, boolean isPartial, Stream stream) {
        Function<FastRequest, Outcome> again = next -> group(next, byWords, isPartial, stream);
        return (KeptRows.areBetter(request) ? kept(request, again, stream) : Optional.<Outcome>empty())
                .orElseGet(() -> asTheyLie(request, byWords, again, stream));
    }

    /// What `group` finds of the rows that the condition keeps, if they are kept first.
    private Optional<Outcome> kept(FastRequest request, Function<FastRequest, Outcome> group, Stream stream) {
        return plans.before() == null
                ? KeptRows.group(request, plans, !forced.isEmpty(), stream, group)
                : Optional.empty();
    }

    private Outcome asTheyLie(
            FastRequest request,
            Function<FastRequest, Outcome> byWords,
            Function<FastRequest, Outcome> again,
            Stream stream) {
        BitColumns bits = BitColumns.of(request);
        Outcome outcome = bits.restored(inParts(bits.request(), byWords, stream), plans, stream);
        return outcome instanceof Outcome.Refused refused && isForNumbers(refused.why(), request)
                ? kept(
                                request,
                                rows -> refused.why() instanceof Refusal.Keys
                                        ? numbered(rows, refused, again, stream)
                                        : again.apply(rows),
                                stream)
                        .orElseGet(() -> numbered(request, refused, again, stream))
                : outcome;
    }

    private boolean isForNumbers(Refusal why, FastRequest request) {
        return plans.before() == null
                && (why instanceof Refusal.Keys || (why instanceof Refusal.Rows && request.numbers() == 0));
    }

    private Outcome numbered(
            FastRequest request, Outcome.Refused why, Function<FastRequest, Outcome> again, Stream stream) {
        return new NumberedKeys(plans, stream, forced, Long.SIZE).group(request, why, again);
    }

    private Outcome inParts(FastRequest request, Function<FastRequest, Outcome> byWords, Stream stream) {
        Optional<Refusal> refusal = request.refusal();
        if (refusal.isPresent()) {
            return new Outcome.Refused(refusal.orElseThrow());
        }
        return AggregateParts.areNeeded(request) && plans.before() == null
                ? new AggregateParts(plans, stream).group(request, byWords)
                : byWords.apply(request);
    }

    private Outcome exactly(FastRequest request, Stream stream) {
        if (!request.rows().exact()
                && new ValueSizes(kernels, accounts).refusal(request, stream).isPresent()) {
            return exact(request, stream);
        }
        Outcome first = byWords(request, false, stream);
        return first instanceof Outcome.Refused(Refusal.Seen seen) && seen.isOfValues()
                ? exact(request, stream)
                : first;
    }

    /// Once more with all bits of sums, which may take more scans.
    private Outcome exact(FastRequest request, Stream stream) {
        ScanRows rows = request.rows();
        rows.upload().awaitAll(stream);
        FastRequest all = request.of(rows.as(UploadParts.here(rows.count())).withExactSums());
        return inParts(all, part -> byWords(part, false, stream), stream);
    }

    private Outcome byWords(FastRequest request, boolean isPartial, Stream stream) {
        ScanRows rows = request.rows();
        UploadParts upload = rows.upload();
        KeySampler sampler = new KeySampler(kernels, accounts);
        upload.await(0, stream);
        long there = upload.end(0);
        try (KeySampler.Sample sample = request.areEven() && forced.isEmpty()
                ? KeySampler.Sample.ofEven(rows.count(), request.numbers())
                : sampler.sample(rows.upTo(there), request.keys(), stream)) {
            KeySampler.Findings findings = sample.findings().among(there, rows.count());
            boolean isWhole = request.hashed().isEmpty() && !isPartial && upload.count() == 1;
            Optional<Outcome> clustered = !isWhole || rows.hasWide()
                    ? Optional.empty()
                    : new ClusteredKeys(plans, forced, parts -> group(parts, true, stream))
                            .group(request, sample, stream);
            if (clustered.isPresent()) {
                return clustered.orElseThrow();
            }
            boolean sawRows = findings.rows() > 0 || findings.isComplete();
            Outcome first =
                    sawRows ? group(request, sample, findings, stream) : new Outcome.Refused(Refusal.Seen.OUTSIDE);
            if (!first.isRefused(Refusal.Seen.OUTSIDE)) {
                return first;
            }
            if (upload.count() > 1) {
                upload.awaitAll(stream);
                return group(request.of(rows.as(UploadParts.here(rows.count()))), stream);
            }
            KeySampler.Findings exact =
                    sampler.all(rows, request.keys(), stream).withCounts(sample.findings());
            return new FastGroupBy(plans.forAllLeftovers(), forced).group(request, sample, exact, stream);
        }
    }

    private Outcome group(FastRequest request, KeySampler.Sample sample, KeySampler.Findings findings, Stream stream) {
        KeyRanges ranges = KeyRanges.of(request, findings);
        Optional<KeyLayout> tight = ranges.tight();
        if (tight.isEmpty()) {
            String why = "texts are longer than " + KeyPart.Text.MAX_LENGTH + " bytes or of several lengths";
            return tooWide(why, findings);
        }
        Planner planner = Planner.of(stream.device().info());
        if (isOfMembers(request)) {
            return members(request, tight.orElseThrow(), planner, sample, findings, stream);
        }
        ScanShape shape = ShapeBuilder.of(request, tight.orElseThrow());
        Plan plan = first.of(planner, shape, findings);
        if (plan instanceof Plan.Block block && block.isSummed()) {
            Outcome outcome = plans.run(request, shape, plan, sample, stream);
            if (!outcome.isRefused(Refusal.Seen.FULL)) {
                return outcome;
            }
            plan = planner.block(shape, block.words(), false);
        }
        if (plan instanceof Plan.Counts) {
            Outcome outcome = FirstPlan.isWellSeen(findings)
                    ? plans.run(request, shape, plan, sample, stream)
                    : counted(request, shape, planner, findings, stream);
            if (!outcome.isRefused(Refusal.Seen.FULL)) {
                return outcome;
            }
            plan = planner.plan(
                    shape,
                    findings.allRows(),
                    findings.groups(),
                    FirstPlan.hottest(findings),
                    findings.different(),
                    findings.rare());
        }
        if (plan instanceof Plan.Hash hash) {
            Outcome outcome = hash.bucket() == 1
                    ? plans.run(request, shape, plan, sample, stream)
                    : paired(request, shape, planner, hash, stream);
            if (!outcome.isRefused(Refusal.Seen.FULL)) {
                return outcome;
            }
            plan = planner.plan(shape, findings.allRows(), Math.max(findings.groups(), LEAST_MANY));
        }
        return plan instanceof Plan.Partition partition && !partition.isDirect()
                ? hashed(request, shape, planner, ranges.wide(() -> tight), sample, findings, stream)
                : partitioned(request, shape, planner, plan, sample, findings, stream);
    }

    /// Runs hashed partitions, which take keys of wide ranges.
    private Outcome hashed(
            FastRequest request,
            ScanShape shape,
            Planner planner,
            Optional<KeyLayout> wide,
            KeySampler.Sample sample,
            KeySampler.Findings findings,
            Stream stream) {
        if (wide.isEmpty()) {
            return tooWide("keys take more than 72 bits", findings);
        }
        ScanShape wider = shape.with(wide.orElseThrow());
        Plan plan = planner.hashed(wider, findings.allRows(), Planner.withSkew(findings));
        return partitioned(request, Planner.shapeFor(wider, plan), planner, plan, sample, findings, stream);
    }

    /// Runs a plan, in pieces if it is of partitions and keys are skewed, and else as it is.
    private Outcome partitioned(
            FastRequest request,
            ScanShape shape,
            Planner planner,
            Plan plan,
            KeySampler.Sample sample,
            KeySampler.Findings findings,
            Stream stream) {
        Plan skewed = planner.forSkew(
                shape, plan, FirstPlan.hottest(findings), request.rows().count());
        Outcome outcome = plans.run(request, shape, skewed, sample, stream);
        return !skewed.equals(plan) && outcome.isRefused(Refusal.Seen.FULL)
                ? plans.run(request, shape, plan, sample, stream)
                : outcome;
    }

    /// Runs a plan for which nearly all keys have to be known, by a larger sample.
    private Outcome paired(FastRequest request, ScanShape shape, Planner planner, Plan.Hash plan, Stream stream) {
        ScanRows rows = request.rows();
        try (KeySampler.Sample larger =
                new KeySampler(kernels, accounts).larger(rows.upTo(rows.upload().end(0)), request.keys(), stream)) {
            Plan.Hash better = planner.hash(shape, larger.findings().groups())
                    .filter(known -> known.passes() <= plan.passes())
                    .orElse(plan);
            return plans.run(request, shape, better, larger, stream);
        }
    }

    /// The same for counts.
    private Outcome counted(
            FastRequest request, ScanShape shape, Planner planner, KeySampler.Findings findings, Stream stream) {
        ScanRows rows = request.rows();
        try (KeySampler.Sample larger =
                new KeySampler(kernels, accounts).larger(rows.upTo(rows.upload().end(0)), request.keys(), stream)) {
            KeySampler.Findings all = larger.findings().among(rows.upload().end(0), rows.count());
            Optional<Plan.Counts> better =
                    planner.counts(shape, findings.allRows(), all.groups(), FirstPlan.hottest(all));
            return better.isEmpty()
                    ? new Outcome.Refused(Refusal.Seen.FULL)
                    : plans.run(request, shape, better.orElseThrow(), larger, stream);
        }
    }

    private boolean isOfMembers(FastRequest request) {
        return MemberAggregates.areAsked(request.aggregates())
                || (ForcedPlan.isMembers(forced)
                        && MemberAggregates.refusal(request.rows(), request.aggregates())
                                .isEmpty());
    }

    private Outcome members(
            FastRequest request,
            KeyLayout layout,
            Planner planner,
            KeySampler.Sample sample,
            KeySampler.Findings findings,
            Stream stream) {
        ScanShape shape = ShapeBuilder.ofMembers(request, layout);
        Optional<Plan.Partition> plan = planner.members(shape);
        long largest = findings.allRows() / Math.max(findings.rows(), 1) * findings.most();
        if (plan.isEmpty() || largest > MAX_MEMBERS) {
            String why = "groups are too many or too large for functions of members";
            return MemberAggregates.areMoments(request.aggregates())
                    ? new Outcome.Refused(new Refusal.Rows(why))
                    : unfit(why);
        }
        return plans.run(request, shape, plan.orElseThrow(), sample, stream);
    }

    private static Outcome unfit(String why) {
        return new Outcome.Refused(new Refusal.Unfit(why));
    }

    private static Outcome tooWide(String why, KeySampler.Findings findings) {
        return new Outcome.Refused(new Refusal.Keys(why, Optional.of(findings)));
    }
}
