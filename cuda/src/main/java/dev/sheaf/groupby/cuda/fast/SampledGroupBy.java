package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.GroupValuesAggregates;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.Prepared;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Groups rows by key words: a [KeySampler] looks at a sample, [KeyRanges] make a layout of words, a [Planner] chooses,
/// and [PlanRun] does it.
///
/// @param forced as [FastGroupBy] has it
/// @param whole groups a request from its beginning
/// @param partial groups partial groups
record SampledGroupBy(
        PlanRun plans,
        String forced,
        Stream stream,
        Function<FastRequest, Outcome> whole,
        Function<FastRequest, Outcome> partial) {
    /// Members are read again and again by one block a group, which has to end at some time.
    private static final long MAX_MEMBERS = 1 << 22;

    private static final String TOO_MANY_BITS = "keys take more than 72 bits";

    /// More groups than a hash table of a block has room for.
    private static final long LEAST_MANY = 1 << 20;

    /// The groups of a request that has no refusal.
    ///
    /// @param isPartial whether the rows are partial groups, which are not made to partial groups again
    /// @param ofSizes why 64 bits of each value will not do, if that is known once keys were looked at
    Outcome group(FastRequest request, boolean isPartial, Supplier<Optional<Refusal.Seen>> ofSizes) {
        if (request.single() > 0) {
            Optional<Refusal.Seen> refused = ofSizes.get();
            return refused.isPresent() ? new Outcome.Refused(refused.orElseThrow()) : ofSingleRows(request);
        }
        ScanRows rows = request.rows();
        UploadParts upload = rows.upload();
        upload.await(0, stream);
        try (KeySample sample = request.areEven() && forced.isEmpty()
                ? KeySample.ofEven(rows.count(), request.numbers())
                : sampler().sample(rows.upTo(upload.end(0)), request.keys(), stream)) {
            Optional<Refusal.Seen> refused = ofSizes.get();
            FastRequest asked = refused.isEmpty() ? request : request.of(rows.withSizes(ScanRows.Sizes.EXACT));
            return refused.isEmpty() || isOneScan(asked)
                    ? group(asked, isPartial, sample)
                    : new Outcome.Refused(refused.orElseThrow());
        }
    }

    /// Whether the sample of the keys does for all of it.
    private static boolean isOneScan(FastRequest exact) {
        return exact.rows().upload().count() == 1 && exact.refusal().isEmpty() && !AggregateParts.areNeeded(exact);
    }

    private Outcome group(FastRequest request, boolean isPartial, KeySample sample) {
        ScanRows rows = request.rows();
        UploadParts upload = rows.upload();
        KeyFindings findings = sample.findings().among(upload.end(0), rows.count());
        boolean isWhole = !request.wantsFirsts() && !isPartial && upload.count() == 1;
        Optional<Outcome> clustered = !isWhole || rows.hasWide()
                ? Optional.empty()
                : new ClusteredKeys(plans, forced, partial).group(request, sample, stream);
        if (clustered.isPresent()) {
            return clustered.orElseThrow();
        }
        boolean sawRows = findings.rows() > 0 || findings.isComplete();
        Outcome first = sawRows ? group(request, sample, findings) : new Outcome.Refused(Refusal.Seen.OUTSIDE);
        if (!first.isRefused(Refusal.Seen.OUTSIDE)) {
            return first;
        }
        if (upload.count() > 1) {
            upload.awaitAll(stream);
            return whole.apply(request.of(rows.as(UploadParts.here(rows.count()))));
        }
        KeyFindings exact = sampler().all(rows, request.keys(), stream).withCounts(sample.findings());
        return new SampledGroupBy(plans.forAllLeftovers(), forced, stream, whole, partial)
                .group(request, sample, exact);
    }

    /// Groups by numbers of which all is known.
    private Outcome ofSingleRows(FastRequest request) {
        if (isOfMembers(request)) {
            return ofTooManyMembers(request);
        }
        try (KeySample none = KeySample.ofEven(request.rows().count(), request.numbers())) {
            KeyLayout layout = KeyRanges.of(request, none.findings()).tight().orElseThrow();
            Plan plan = new Plan.Single(request.numbers() - request.single());
            return plans.run(request, ShapeBuilder.of(request, layout), plan, none, stream);
        }
    }

    /// What follows from findings without a look at rows.
    ///
    /// @param tight nothing if keys become no words
    private record Layouts(Optional<KeyLayout> tight, Optional<KeyLayout> wide) {
        static Layouts of(FastRequest request, KeyFindings findings) {
            KeyRanges ranges = KeyRanges.of(request, findings);
            Optional<KeyLayout> tight = ranges.tight();
            return new Layouts(tight, tight.isEmpty() ? tight : ranges.wide(() -> tight));
        }
    }

    private record First(ScanShape shape, Plan plan) {}

    private First first(FastRequest request, KeyLayout layout, Planner planner, KeyFindings findings) {
        ScanShape shape = ShapeBuilder.of(request, layout);
        return new First(shape, new FirstPlan(forced).of(planner, shape, findings));
    }

    private Outcome group(FastRequest request, KeySample sample, KeyFindings seen) {
        Prepared prepared = request.prepared();
        KeyFindings findings = seen.known(prepared);
        Layouts layouts = prepared.of(Layouts.class, () -> Layouts.of(request, findings), findings, request.numbers());
        Optional<KeyLayout> tight = layouts.tight();
        if (tight.isEmpty()) {
            String why = "texts are longer than " + KeyPart.Text.MAX_LENGTH + " bytes or of several lengths";
            return tooWide(why, request, findings);
        }
        Planner planner = Planner.of(stream.device().info());
        if (isOfMembers(request)) {
            return members(request, tight.orElseThrow(), planner, sample, findings);
        }
        Optional<KeyLayout> wide = layouts.wide();
        if (wide.isEmpty() && !Planner.areListed(findings.different())) {
            return tooWide(TOO_MANY_BITS, request, findings);
        }
        KeyLayout layout = tight.orElseThrow();
        First first =
                prepared.of(First.class, () -> first(request, layout, planner, findings), layout, findings, forced);
        ScanShape shape = first.shape();
        Plan plan = first.plan();
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
                    : counted(request, shape, planner, findings);
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
            ScanShape wider = findings.isComplete() ? shape : widened(shape, wide);
            Outcome outcome = hash.bucket() == 1
                    ? plans.run(request, wider, plan, sample, stream)
                    : paired(request, wider, planner, hash);
            if (!outcome.isRefused(Refusal.Seen.FULL)) {
                return outcome;
            }
            plan = planner.plan(shape, findings.allRows(), Math.max(findings.groups(), LEAST_MANY));
        }
        return plan instanceof Plan.Partition partition && !partition.isDirect()
                ? hashed(request, shape, planner, wide, sample, findings)
                : partitioned(request, shape, planner, plan, sample, findings);
    }

    /// Hash tables take words of any range, so that hardly a row is left out for a key that the sample has missed; not
    /// at the price of wider words.
    private static ScanShape widened(ScanShape shape, Optional<KeyLayout> wide) {
        return wide.filter(layout -> layout.wordType() == shape.layout().wordType())
                .map(shape::with)
                .orElse(shape);
    }

    /// Runs hashed partitions, which take keys of wide ranges.
    private Outcome hashed(
            FastRequest request,
            ScanShape shape,
            Planner planner,
            Optional<KeyLayout> wide,
            KeySample sample,
            KeyFindings findings) {
        if (plans.before() == null && HashedKeys.areBetterNumbered(request, shape, findings, forced, planner)) {
            return tooWide("most rows have a key of their own", request, findings);
        }
        if (wide.isEmpty()) {
            return tooWide(TOO_MANY_BITS, request, findings);
        }
        First hashed = shape.prepared()
                .of(First.class, () -> hashed(request, shape, planner, wide.orElseThrow(), findings), findings);
        return partitioned(request, hashed.shape(), planner, hashed.plan(), sample, findings);
    }

    private static First hashed(
            FastRequest request, ScanShape shape, Planner planner, KeyLayout wide, KeyFindings findings) {
        ScanShape wider = shape.with(wide);
        long groups = request.wantsFirsts() ? findings.mostGroups() : Planner.withSkew(findings);
        Plan plan = planner.hashed(wider, findings.allRows(), groups);
        return new First(Planner.shapeFor(wider, plan), plan);
    }

    /// Runs a plan, in pieces if it is of partitions and keys are skewed, and else as it is.
    private Outcome partitioned(
            FastRequest request, ScanShape shape, Planner planner, Plan plan, KeySample sample, KeyFindings findings) {
        long rows = request.rows().count();
        Plan skewed = shape.prepared()
                .of(
                        Plan.class,
                        () -> planner.forSkew(shape, plan, FirstPlan.hottest(findings), rows),
                        plan,
                        findings,
                        rows);
        Outcome outcome = plans.run(request, shape, skewed, sample, stream);
        return !skewed.equals(plan) && outcome.isRefused(Refusal.Seen.FULL)
                ? plans.run(request, shape, plan, sample, stream)
                : outcome;
    }

    /// Runs a plan for which nearly all keys have to be known, by a larger sample.
    private Outcome paired(FastRequest request, ScanShape shape, Planner planner, Plan.Hash plan) {
        ScanRows rows = request.rows();
        try (KeySample larger = sampler().larger(rows.upTo(rows.upload().end(0)), request.keys(), stream)) {
            Plan.Hash better = planner.hash(shape, larger.findings().groups())
                    .filter(known -> known.passes() <= plan.passes())
                    .orElse(plan);
            return plans.run(request, shape, better, larger, stream);
        }
    }

    /// The same for counts.
    private Outcome counted(FastRequest request, ScanShape shape, Planner planner, KeyFindings findings) {
        ScanRows rows = request.rows();
        try (KeySample larger = sampler().larger(rows.upTo(rows.upload().end(0)), request.keys(), stream)) {
            KeyFindings all = larger.findings().among(rows.upload().end(0), rows.count());
            Optional<Plan.Counts> better =
                    planner.counts(shape, findings.allRows(), all.groups(), FirstPlan.hottest(all));
            return better.isEmpty()
                    ? new Outcome.Refused(Refusal.Seen.FULL)
                    : plans.run(request, shape, better.orElseThrow(), larger, stream);
        }
    }

    private boolean isOfMembers(FastRequest request) {
        return GroupValuesAggregates.areAsked(request.aggregates())
                || (ForcedPlan.isMembers(forced)
                        && GroupValuesAggregates.refusal(request.rows(), request.aggregates())
                                .isEmpty());
    }

    private Outcome members(
            FastRequest request, KeyLayout layout, Planner planner, KeySample sample, KeyFindings findings) {
        ScanShape shape = ShapeBuilder.ofMembers(request, layout);
        Optional<Plan.Partition> plan = planner.members(shape);
        long largest = findings.allRows() / Math.max(findings.rows(), 1) * findings.most();
        if (plan.isEmpty() || largest > MAX_MEMBERS) {
            return ofTooManyMembers(request);
        }
        return plans.run(request, shape, plan.orElseThrow(), sample, stream);
    }

    private static Outcome ofTooManyMembers(FastRequest request) {
        String why = "groups are too many or too large for functions of members";
        return new Outcome.Refused(
                GroupValuesAggregates.areMoments(request.aggregates())
                        ? new Refusal.Rows(why)
                        : new Refusal.Unfit(why));
    }

    private static Outcome tooWide(String why, FastRequest request, KeyFindings findings) {
        ScanRows.Sizes sizes = request.rows().exact() ? ScanRows.Sizes.EXACT : ScanRows.Sizes.SEEN;
        return new Outcome.Refused(new Refusal.Keys(why, Optional.of(findings), sizes));
    }

    private KeySampler sampler() {
        return new KeySampler(plans.kernels(), plans.accounts());
    }
}
