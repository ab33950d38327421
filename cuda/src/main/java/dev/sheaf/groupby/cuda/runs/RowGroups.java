package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.memory.Buffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of the rows of a table, which has some: the number of each row's group, int32, `count` for rows in none.
record RowGroups(RowNumbers found, int count) implements AutoCloseable {

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
        RowNumbers found = RowNumbers.ofAny(kernels, run.accounts(), run.stream(), keys, keepsNulls, keep);
        try {
            RowGroups groups = new RowGroups(found, Math.toIntExact(found.groups()));
            long rows = keys.getFirst().length();
            long numbers = groups.numbers().address();
            run.each(RowRuns.KERNEL, "run_keys", rows, numbers, rows, groups.count(), numbers);
            return groups;
        } catch (RuntimeException | Error failure) {
            found.close();
            throw failure;
        }
    }

    /// The number of the group of each row.
    Buffer numbers() {
        return found.numbers().values();
    }

    @Override
    public void close() {
        found.close();
    }
}
