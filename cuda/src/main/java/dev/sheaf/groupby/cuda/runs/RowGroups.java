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
import dev.sheaf.memory.Closer;
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

    /// A bit a row, set if it may have the number of its values; null if all may.
    private final @Nullable DeviceColumn kept;

    /// A row of each group, 32 bits, if values are no numbers.
    private final @Nullable Buffer rows;

    private @Nullable Buffer numbers;

    private RowGroups(int count, boolean holdAll, DeviceRun run, Buffer numbers, @Nullable Buffer rows) {
        this.count = count;
        this.holdAll = holdAll;
        this.run = run;
        this.values = null;
        this.kept = null;
        this.numbers = numbers;
        this.rows = rows;
    }

    private RowGroups(ValueNumbers values, @Nullable DeviceColumn kept, boolean holdAll) {
        this.count = values.count();
        this.holdAll = kept == null && holdAll;
        this.kept = kept == null ? null : kept.retain();
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
    /// @param kept a bit a row, set if it may be in a group; null if all may
    static RowGroups of(
            List<DeviceColumn> keys,
            NullKeys nullKeys,
            @Nullable DeviceColumn kept,
            DeviceRun run,
            KernelStore kernels) {
        boolean keepsNulls = nullKeys == NullKeys.INCLUDE;
        try (Buffer keep = kept == null ? null : bytes(kept, run);
                RowNumbers found = RowNumbers.ofAny(kernels, run.accounts(), run.stream(), keys, keepsNulls, keep)) {
            boolean holdAll = kept == null && holdAll(keys, keepsNulls);
            Buffer numbers = found.numbers().values();
            if (!holdAll) {
                leaveOut(numbers, null, null, found.numbers().length(), (int) found.groups(), numbers, run);
            }
            return of(found, holdAll, run);
        }
    }

    private static Buffer bytes(DeviceColumn bits, DeviceRun run) {
        try (Closer closer = new Closer()) {
            long rows = bits.length();
            Buffer bytes = closer.add(run.allocate(rows, "kept rows"));
            long address = bits.values().address();
            run.each(
                    RowRuns.KERNEL,
                    "mark_valid",
                    RowRuns.threads(rows),
                    0,
                    address,
                    bits.firstBit(),
                    rows,
                    bytes.address());
            closer.release();
            return bytes;
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
    static Optional<RowGroups> ofValues(
            List<DeviceColumn> keys, NullKeys nullKeys, @Nullable DeviceColumn kept, DeviceRun run) {
        boolean keepsNulls = nullKeys == NullKeys.INCLUDE;
        return ValueNumbers.of(keys, keepsNulls, run)
                .map(values -> new RowGroups(values, kept, holdAll(keys, keepsNulls)));
    }

    private static boolean holdAll(List<DeviceColumn> keys, boolean keepsNulls) {
        if (keepsNulls) {
            return true;
        }
        for (DeviceColumn key : keys) {
            if (key.validity() != null) {
                return false;
            }
        }
        return true;
    }

    /// The numbers of rows, but `count` for those in no group, for nulls of a column, and where a bit is not set.
    ///
    /// @param to where they go, which may be where they are
    static void leaveOut(
            Buffer numbers,
            @Nullable DeviceColumn nulls,
            @Nullable DeviceColumn kept,
            long rows,
            int count,
            Buffer to,
            DeviceRun run) {
        run.each(
                RowRuns.KERNEL,
                "run_keys",
                rows,
                numbers.address(),
                nulls == null ? 0 : nulls.validityAddress(),
                nulls == null ? 0 : nulls.firstBit(),
                kept == null ? 0 : kept.values().address(),
                kept == null ? 0 : kept.firstBit(),
                rows,
                count,
                to.address());
    }

    /// The same rows in other groups, to be closed by the caller.
    ///
    /// @param others as [#numbers]
    RowGroups renumbered(int groups, Buffer others) {
        return new RowGroups(groups, holdAll, run, others.retain(), null);
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
                leaveOut(numbers, null, kept, known.keys().getFirst().length(), count, numbers, run);
            }
        }
        return numbers;
    }

    /// A value of each group, which is taken over, on each of its rows: an entry of a dictionary.
    DeviceColumn onRows(DeviceColumn values, long rows) {
        return new DeviceColumn(values.type(), rows, numbers().retain(), null, 0, null, values);
    }

    /// The values of a key as they lie, if they sort rows as [#numbers] do; else those.
    SortKeys sortKeys() {
        return Optional.ofNullable(values)
                .filter(_ -> holdAll)
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
        if (kept != null) {
            kept.close();
        }
    }
}
