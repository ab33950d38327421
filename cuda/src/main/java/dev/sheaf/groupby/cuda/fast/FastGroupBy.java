package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Group-by of resident columns whose keys fit a word, by functions whose states are few bytes or which need the
/// members of groups of moderate number. What it does not do it declines, with the reason, before
/// ([FastRequest#refusal]) or after a look at the data.
///
/// Here stands what becomes of a request before and after its rows are grouped by words, which [SampledGroupBy] does:
/// rows that are kept first, aggregates in parts, sums with all bits, keys by numbers.
public final class FastGroupBy {
    private final KernelStore kernels;
    private final MemoryPool accounts;
    private final String forced;
    private final PlanRun plans;

    public FastGroupBy(Kernels kernels, MemoryPool accounts) {
        this(new KernelStore(kernels), accounts);
    }

    /// Uses kernels that are kept from query to query.
    public FastGroupBy(KernelStore kernels, MemoryPool accounts) {
        this(kernels, accounts, "");
    }

    /// @param forced the name of the strategy to use where it can be, as `ForcedPlan` knows them; else empty
    public FastGroupBy(KernelStore kernels, MemoryPool accounts, String forced) {
        this(plans(kernels, accounts), forced);
    }

    /// Runs plans by `plans`.
    public FastGroupBy(PlanRun plans, String forced) {
        this.forced = forced;
        this.kernels = plans.kernels();
        this.accounts = plans.accounts();
        this.plans = plans;
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
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if an expression has no result for a row
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
        return (KeptRows.areBetter(request) ? kept(request, false, again, stream) : Optional.<Outcome>empty())
                .orElseGet(() -> asTheyLie(request, byWords, again, stream));
    }

    /// What `group` finds of the rows that the condition keeps, if they are kept first.
    private Optional<Outcome> kept(
            FastRequest request, boolean areHashed, Function<FastRequest, Outcome> group, Stream stream) {
        return plans.before() == null
                ? KeptRows.group(request, plans, !forced.isEmpty(), areHashed, stream, group)
                : Optional.empty();
    }

    private Outcome asTheyLie(
            FastRequest request,
            Function<FastRequest, Outcome> byWords,
            Function<FastRequest, Outcome> again,
            Stream stream) {
        BitColumns bits = BitColumns.of(request);
        Outcome outcome = bits.restored(inParts(bits.request(), byWords, stream), plans, stream);
        if (!(outcome instanceof Outcome.Refused first) || !isForNumbers(first.why(), request)) {
            return outcome;
        }
        FastRequest next = seen(request, first.why());
        NumberedKeys numbers = new NumberedKeys(plans, stream, forced, Long.SIZE);
        boolean mayKeep = next.rows().where().isPresent();
        boolean hasTexts = next.keys().stream().anyMatch(next.rows()::isText);
        Outcome.Refused refused = mayKeep && hasTexts ? numbers.seen(next, first) : first;
        boolean areHashed = NumberedKeys.areHashed(next, refused.why());
        return kept(
                        next,
                        areHashed,
                        rows -> areHashed ? numbers.group(rows, refused, again) : again.apply(rows),
                        stream)
                .orElseGet(() -> numbers.group(next, refused, again));
    }

    /// Sizes of values were looked at before the sample of the keys that a request was refused for; those of the
    /// first part alone, if it was taken apart.
    private static FastRequest seen(FastRequest request, Refusal why) {
        return why instanceof Refusal.Keys keys
                        && keys.sizes() != ScanRows.Sizes.UNKNOWN
                        && !AggregateParts.areNeeded(request)
                ? request.of(request.rows().withSizes(keys.sizes()))
                : request;
    }

    private boolean isForNumbers(Refusal why, FastRequest request) {
        return plans.before() == null
                && (why instanceof Refusal.Keys || (why instanceof Refusal.Rows && request.numbers() == 0));
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
        Outcome first = request.rows().sizes() == ScanRows.Sizes.UNKNOWN
                ? ofSizes(request, stream)
                : byWords(request, false, stream);
        return first instanceof Outcome.Refused(Refusal.Seen seen) && seen.isOfValues()
                ? exact(request, stream)
                : first;
    }

    /// One wait tells about sizes of values and keys.
    private Outcome ofSizes(FastRequest request, Stream stream) {
        try (ValueSizes.Look look = new ValueSizes(kernels, accounts).look(request, stream)) {
            return byWords(request, false, look::refusal, stream);
        }
    }

    /// Once more with all bits of sums, which may take more scans.
    private Outcome exact(FastRequest request, Stream stream) {
        ScanRows rows = request.rows();
        rows.upload().awaitAll(stream);
        FastRequest all = request.of(rows.as(UploadParts.here(rows.count())).withSizes(ScanRows.Sizes.EXACT));
        return inParts(all, part -> byWords(part, false, stream), stream);
    }

    private Outcome byWords(FastRequest request, boolean isPartial, Stream stream) {
        return byWords(request, isPartial, Optional::empty, stream);
    }

    private Outcome byWords(
            FastRequest request, boolean isPartial, Supplier<Optional<Refusal.Seen>> ofSizes, Stream stream) {
        return new SampledGroupBy(
                        plans, forced, stream, whole -> group(whole, stream), parts -> group(parts, true, stream))
                .group(request, isPartial, ofSizes);
    }
}
