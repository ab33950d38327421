package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of the rows of a table, which has some.
///
/// @param numbers the number of each row's group, int32, `count` for rows in none
/// @param holdAll whether every row is in one
/// @param keys tell the key of each group
record RowGroups(Buffer numbers, int count, boolean holdAll, GroupKeys keys) implements AutoCloseable {
    private static final int NONE = -1;

    /// The greatest number there may be.
    int most() {
        return holdAll ? count - 1 : count;
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
            int count = Math.toIntExact(found.groups());
            boolean holdAll = keep == null && holdAll(keys, keepsNulls);
            if (!holdAll) {
                numberOthers(found.numbers().values(), count, keys.getFirst().length(), run);
            }
            return of(found, count, holdAll);
        }
    }

    private static RowGroups of(RowNumbers found, int count, boolean holdAll) {
        GroupKeys keys = GroupKeys.ofRows(found.groupRows().retain());
        return new RowGroups(found.numbers().values().retain(), count, holdAll, keys);
    }

    /// The same of rows that all have a group, if a table of some slots has room for them.
    static Optional<RowGroups> ofFew(List<DeviceColumn> keys, long slots, DeviceRun run, KernelStore kernels) {
        return RowNumbers.ofFew(kernels, run.accounts(), run.stream(), keys, slots)
                .map(found -> {
                    try (found) {
                        int count = Math.toIntExact(found.groups());
                        return of(found, count, true);
                    }
                });
    }

    /// Gives rows that are in no group the number behind the last one.
    private static void numberOthers(Buffer numbers, int count, long rows, DeviceRun run) {
        run.each(RowRuns.KERNEL, "run_keys", rows, numbers.address(), rows, count, numbers.address());
    }

    /// The same where the values of the keys are numbers of groups themselves, the last key as the lowest digit:
    /// no value is looked up, and there may be groups without rows. Empty if there would be more groups than rows,
    /// or if keys are other than whole numbers, dates, times or decimals of up to 64 bits.
    static Optional<RowGroups> ofValues(List<DeviceColumn> keys, NullKeys nullKeys, DeviceRun run) {
        long rows = keys.getFirst().length();
        boolean keepsNulls = nullKeys == NullKeys.INCLUDE;
        if (!keys.stream().allMatch(RowGroups::isWord)) {
            return Optional.empty();
        }
        try (Closer closer = new Closer()) {
            Buffer numbers = closer.add(run.allocate(rows * Integer.BYTES, "group numbers"));
            long count = 1;
            List<GroupKeys.Digit> digits = new ArrayList<>();
            for (DeviceColumn key : keys) {
                KeyRange range = KeyRange.of(run, key);
                long values = Math.min(range.size(), rows + 1);
                long size = Math.max(1, key.validity() != null && keepsNulls ? values + 1 : values);
                count *= size;
                if (count > rows) {
                    return Optional.empty();
                }
                run.each(
                        KeyRange.kernel(key.cudaType()),
                        "number_values",
                        rows,
                        key.values().address(),
                        key.validityAddress(),
                        key.firstBit(),
                        rows,
                        range.least(),
                        keepsNulls ? values : NONE,
                        digits.isEmpty() ? 0 : size,
                        numbers.address());
                digits.add(new GroupKeys.Digit(range.least(), (int) size, keepsNulls ? (int) values : NONE));
            }
            if (!holdAll(keys, keepsNulls)) {
                numberOthers(numbers, (int) count, rows, run);
            }
            closer.release();
            return Optional.of(
                    new RowGroups(numbers, (int) count, holdAll(keys, keepsNulls), GroupKeys.ofNumbers(digits)));
        }
    }

    private static boolean holdAll(List<DeviceColumn> keys, boolean keepsNulls) {
        return keepsNulls || keys.stream().allMatch(key -> key.validity() == null);
    }

    private static boolean isWord(DeviceColumn key) {
        return key.dictionary() == null
                && CudaType.supports(key.type())
                && !key.cudaType().isFloating()
                && key.cudaType().byteWidth() <= Long.BYTES;
    }

    @Override
    public void close() {
        numbers.close();
        keys.close();
    }
}
