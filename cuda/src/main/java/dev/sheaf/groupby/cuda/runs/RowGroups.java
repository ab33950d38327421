package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.memory.Buffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of the rows of a table, which has some. Where values are numbers of groups, rows get these when they are
/// first asked for.
final class RowGroups implements AutoCloseable {
    private final int count;
    private final boolean holdAll;
    private final DeviceRun run;
    private final @Nullable ValueNumbers values;

    /// A row of each group, 32 bits, if values are no numbers.
    private final @Nullable Buffer rows;

    private @Nullable Buffer numbers;

    /// What sorts rows by group.
    ///
    /// @param numbers of 32 bits
    /// @param range begins with the number of the first group
    record SortKeys(Buffer numbers, KeyRange range) {}

    private RowGroups(int count, boolean holdAll, DeviceRun run, Buffer numbers, Buffer rows) {
        this.count = count;
        this.holdAll = holdAll;
        this.run = run;
        this.values = null;
        this.numbers = numbers;
        this.rows = rows;
    }

    private RowGroups(ValueNumbers values, boolean holdAll) {
        this.count = values.count();
        this.holdAll = holdAll;
        this.run = values.run();
        this.values = values;
        this.rows = null;
    }

    /// Why the device does not find the groups of keys of some types, if it does not.
    static Optional<String> refusal(List<DataType> keys) {
        Optional<DataType> unknown = keys.stream()
                .filter(type -> type.layout() == Layout.INTERVAL || !DeviceColumn.canHold(type))
                .findFirst();
        return keys.size() > KeyKind.MOST
                ? Optional.of("rows are grouped by up to " + KeyKind.MOST + " columns")
                : unknown.map(type -> "rows are grouped by values of type " + type + " on the CPU");
    }

    /// The groups of rows by columns of equal length, to be closed by the caller.
    ///
    /// @param keep a byte a row, which is 0 for rows that are in no group; null if all may be in one
    static RowGroups of(
            List<DeviceColumn> keys, NullKeys nullKeys, @Nullable Buffer keep, DeviceRun run, KernelStore kernels) {
        boolean keepsNulls = nullKeys == NullKeys.INCLUDE;
        try (RowNumbers found = RowNumbers.ofAny(kernels, run.accounts(), run.stream(), keys, keepsNulls, keep)) {
            boolean holdAll = keep == null && holdAll(keys, keepsNulls);
            if (!holdAll) {
                numberOthers(
                        found.numbers().values(),
                        (int) found.groups(),
                        found.numbers().length(),
                        run);
            }
            return of(found, holdAll, run);
        }
    }

    /// The same of rows that all have a group, if a table of some slots has room for them.
    static Optional<RowGroups> ofFew(List<DeviceColumn> keys, long slots, DeviceRun run, KernelStore kernels) {
        return RowNumbers.ofFew(kernels, run.accounts(), run.stream(), keys, slots)
                .map(found -> {
                    try (found) {
                        return of(found, true, run);
                    }
                });
    }

    private static RowGroups of(RowNumbers found, boolean holdAll, DeviceRun run) {
        return new RowGroups(
                Math.toIntExact(found.groups()),
                holdAll,
                run,
                found.numbers().values().retain(),
                found.groupRows().retain());
    }

    /// The same where [ValueNumbers] are numbers of groups.
    static Optional<RowGroups> ofValues(List<DeviceColumn> keys, NullKeys nullKeys, DeviceRun run) {
        boolean keepsNulls = nullKeys == NullKeys.INCLUDE;
        return ValueNumbers.of(keys, keepsNulls, run).map(values -> new RowGroups(values, holdAll(keys, keepsNulls)));
    }

    private static boolean holdAll(List<DeviceColumn> keys, boolean keepsNulls) {
        return keepsNulls || keys.stream().allMatch(key -> key.validity() == null);
    }

    /// Gives rows that are in no group the number behind the last one.
    private static void numberOthers(Buffer numbers, int count, long rows, DeviceRun run) {
        run.each(RowRuns.KERNEL, "run_keys", rows, numbers.address(), rows, count, numbers.address());
    }

    /// How many groups there are.
    int count() {
        return count;
    }

    /// Whether every row is in one.
    boolean holdAll() {
        return holdAll;
    }

    /// Whether there may be groups without rows.
    boolean mayBeEmpty() {
        return values != null;
    }

    /// The greatest number there may be.
    int most() {
        return holdAll ? count - 1 : count;
    }

    /// The number of each row's group, int32, `count` for rows in none.
    Buffer numbers() {
        if (numbers == null) {
            ValueNumbers known = Objects.requireNonNull(values);
            numbers = known.ofRows();
            if (!holdAll) {
                numberOthers(numbers, count, known.keys().getFirst().length(), run);
            }
        }
        return numbers;
    }

    /// The values of a key as they lie, if they sort rows as [#numbers] do; else those.
    SortKeys sortKeys() {
        return Optional.ofNullable(values)
                .flatMap(ValueNumbers::plain)
                .orElseGet(() -> new SortKeys(numbers(), KeyRange.to(most())));
    }

    /// The keys of some groups, to be closed by the caller; empty if texts come to more than 2 GiB.
    ///
    /// @param ofRows the keys of the rows
    /// @param some the numbers of the groups, 32 bits; null for all of them
    Optional<List<DeviceColumn>> keys(
            List<DeviceColumn> ofRows, @Nullable Buffer some, long groups, KernelStore kernels) {
        return values != null
                ? Optional.of(values.keys(some, groups))
                : new GatheredRows(
                                groups, some, Objects.requireNonNull(rows), null, kernels, run.accounts(), run.stream())
                        .keys(ofRows);
    }

    @Override
    public void close() {
        if (numbers != null) {
            numbers.close();
        }
        if (rows != null) {
            rows.close();
        }
        if (values != null) {
            values.close();
        }
    }
}
