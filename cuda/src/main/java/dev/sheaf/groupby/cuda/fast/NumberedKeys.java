package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.memory.MemoryLimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Keys that do not become words, as numbers of their groups: texts of any length, dictionaries, bools, decimals of
/// 38 digits, many columns; and keys of any type where aggregates need the groups of rows first. The numbers are
/// grouped like any key, and the keys of groups are taken from a row of each. Where groups are many, [HashedKeys]
/// tell them apart.
///
/// Cost: the keys are read once more, and a slot and the key of the group's row at random for each row.
///
/// @param forced as [FastGroupBy] has it
/// @param hashBits as [HashedKeys] has it
record NumberedKeys(PlanRun plans, Stream stream, String forced, int hashBits) {
    private static final String BY_NUMBERS = ", keys as numbers";

    /// Of fewer different keys, a plan wants to know which these are.
    private static final long FEW_GROUPS = 256;

    /// So few rows are grouped without a look at them: if all have one key, one block adds them up in a quarter of a
    /// millisecond, and a look takes half of that.
    private static final long FEW_ROWS = 1 << 18;

    private static final String TOO_MUCH_TEXT = "the texts of the groups take more than 2 GiB";

    private static final String NO_MEMORY = "no memory for numbers of keys";

    /// The groups of a request that was refused for its keys or rows; `group` gives those by numbers.
    Outcome group(FastRequest request, Outcome.Refused first, Function<FastRequest, Outcome> group) {
        Refusal why = first.why();
        ScanRows rows = request.rows();
        List<DeviceColumn> columns = rows.table().columns();
        List<DeviceColumn> here = new ArrayList<>();
        for (int key : request.keys()) {
            boolean isStored =
                    key < columns.size() && KeyKind.of(columns.get(key)).isPresent();
            if (!isStored || rows.count() > RowNumbers.MOST_ROWS) {
                return unfit(why.text());
            }
            here.add(columns.get(key).first(rows.count()));
        }
        rows.upload().awaitAll(stream);
        Outcome.Refused refused = seen(request, first);
        Optional<KeyFindings> seen = refused.why().seen();
        return inMemory(() -> byNumbers(request, here, refused, seen, group)).orElseGet(() -> unfit(NO_MEMORY));
    }

    /// The groups of the rows for which a condition is true, however many these are: of many groups, each
    /// number has a row then. Nothing without a condition, or without memory for them.
    private Optional<Outcome> ofKept(
            FastRequest request,
            Outcome.Refused refused,
            Optional<KeyFindings> seen,
            Function<FastRequest, Outcome> group) {
        Outcome.Refused known = new Outcome.Refused(refused.why().with(seen));
        ScanRows rows = request.rows();
        return KeptRows.group(
                        request.of(rows.as(UploadParts.here(rows.count()))),
                        plans,
                        true,
                        true,
                        stream,
                        kept -> group(kept, known, group))
                .filter(Outcome.Grouped.class::isInstance);
    }

    /// A refusal with what a sample of the keys shows, if there may be many, or if words may be numbers.
    Outcome.Refused seen(FastRequest request, Outcome.Refused refused) {
        Optional<KeyFindings> seen = refused.why().seen().isPresent()
                ? Optional.empty()
                : switch (refused.why()) {
                    case Refusal.Keys _ -> sampled(request);
                    case Refusal.Rows _ -> request.hasKeysOfWords() ? sample(request) : Optional.empty();
                    default -> Optional.empty();
                };
        return seen.isEmpty() ? refused : new Outcome.Refused(refused.why().with(seen));
    }

    /// Whether keys are hashed and compared where they lie, whatever a plan is.
    static boolean areHashed(FastRequest request, Refusal why) {
        return !(why instanceof Refusal.Rows rows)
                || rows.seen()
                        .filter(findings -> !request.hasKeysOfWords()
                                || WordNumbers.few(request, findings).isEmpty())
                        .isPresent();
    }

    private HashedKeys hashes() {
        return new HashedKeys(plans, stream, hashBits);
    }

    private Planner planner() {
        return Planner.of(stream.device().info());
    }

    /// What a sample shows of those keys that it can be taken of, if groups may be many.
    private Optional<KeyFindings> sampled(FastRequest request) {
        return HashedKeys.mayBeMany(request.rows().count()) ? sample(request) : Optional.empty();
    }

    private Optional<KeyFindings> sample(FastRequest request) {
        ScanRows rows = request.rows();
        List<Integer> some = request.prepared()
                .of(Sampled.class, () -> new Sampled(sampledKeys(request)))
                .keys();
        if (some.isEmpty()) {
            return Optional.empty();
        }
        rows.upload().awaitAll(stream);
        try (KeySample sample = new KeySampler(plans.kernels(), plans.accounts()).sample(rows, some, stream)) {
            return Optional.of(sample.findings());
        } catch (MemoryLimitException _) {
            return Optional.empty();
        }
    }

    private record Sampled(List<Integer> keys) {}

    private static List<Integer> sampledKeys(FastRequest request) {
        ScanRows rows = request.rows();
        return request.keys().stream()
                .filter(key -> !rows.isDictionary(key) && KeySampler.canCount(rows.type(key)))
                .distinct()
                .limit(ScanRows.MAX_KEYS)
                .toList();
    }

    /// What `work` finds; nothing if there is no memory for it.
    private static <T> Optional<T> inMemory(Supplier<T> work) {
        try {
            return Optional.of(work.get());
        } catch (MemoryLimitException failure) {
            return Optional.empty();
        } catch (CudaException failure) {
            if (!failure.isOutOfMemory()) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    /// Keys that become words may be numbers of groups as they are; where groups are many, hashes tell them apart.
    private Outcome byNumbers(
            FastRequest request,
            List<DeviceColumn> here,
            Outcome.Refused refused,
            Optional<KeyFindings> seen,
            Function<FastRequest, Outcome> group) {
        Optional<RowNumbers> words = !areHashed(request, refused.why())
                ? new WordNumbers(plans.kernels(), plans.accounts(), stream).of(request, seen)
                : Optional.empty();
        if (words.isPresent()) {
            return byNumbers(request, here, words.orElseThrow(), false, group);
        }
        Optional<KeyFindings> sampled = seen.or(() -> sampled(request));
        boolean areMany = HashedKeys.areMany(request, sampled, forced, planner());
        Optional<Outcome> kept = areMany ? ofKept(request, refused, sampled, group) : Optional.empty();
        return kept.orElseGet(
                () -> byNumbers(request, here, numbers(request, here, areMany, group), areEven(sampled), group));
    }

    /// Takes over `all`.
    private Outcome byNumbers(
            FastRequest request,
            List<DeviceColumn> here,
            RowNumbers all,
            boolean areEven,
            Function<FastRequest, Outcome> group) {
        ScanRows rows = request.rows();
        try (RowNumbers numbers = all) {
            if (numbers.groups() == 0) {
                return unfit("no row takes part");
            }
            FastRequest numbered = request.of(rows.as(UploadParts.here(rows.count())))
                    .byNumbers(
                            numbers.numbers(),
                            numbers.groups(),
                            SingleRows.of(numbers, request, ForcedPlan.isSingle(forced)),
                            areEven || areFew(numbers));
            NumberedAggregates aggregates = new NumberedAggregates(plans, stream, numbers, group::apply);
            return switch (aggregates.group(numbered)) {
                case Outcome.Grouped(DeviceGroups groups, String how) ->
                    withKeys(groups, here, numbers, numbered.single() > 0, how);
                case Outcome.Refused without -> without;
            };
        }
    }

    private static boolean areFew(RowNumbers numbers) {
        return numbers.numbers().length() <= FEW_ROWS && numbers.groups() > FEW_GROUPS;
    }

    private boolean areEven(Optional<KeyFindings> seen) {
        return seen.filter(findings -> findings.different() > FEW_GROUPS)
                .filter(findings -> !Planner.isHot(FirstPlan.hottest(findings)))
                .filter(findings -> planner().clustered(findings).isEmpty())
                .isPresent();
    }

    private RowNumbers numbers(
            FastRequest request, List<DeviceColumn> here, boolean areMany, Function<FastRequest, Outcome> group) {
        Optional<RowNumbers> byHashes = areMany
                ? inMemory(() -> hashes().number(here, request.keepsNulls(), group))
                        .flatMap(found -> found)
                : Optional.empty();
        return byHashes.orElseGet(
                () -> new RowNumbers.Tables(plans.kernels(), plans.accounts(), stream).of(here, request.keepsNulls()));
    }

    /// Takes over `groups`.
    ///
    /// @param areInOrder whether they are in the order of their numbers
    private Outcome withKeys(
            DeviceGroups groups, List<DeviceColumn> keys, RowNumbers numbers, boolean areInOrder, String how) {
        try (groups) {
            GatheredRows rows = new GatheredRows(
                    groups.groups(),
                    areInOrder ? null : groups.keys().getFirst().values(),
                    numbers.groupRows(),
                    null,
                    plans.kernels(),
                    plans.accounts(),
                    stream);
            Optional<List<DeviceColumn>> gathered = rows.keys(keys);
            if (gathered.isEmpty()) {
                return unfit(TOO_MUCH_TEXT);
            }
            List<DeviceColumn> results = DeviceColumn.retained(groups.results());
            return new Outcome.Grouped(
                    new DeviceGroups(groups.groups(), gathered.orElseThrow(), results), how + BY_NUMBERS);
        }
    }

    private static Outcome unfit(String why) {
        return new Outcome.Refused(new Refusal.Unfit(why));
    }
}
