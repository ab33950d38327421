package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What tells the key of a group by its number: a row of the group, or the number itself, whose digits are the values
/// of the keys.
///
/// @param rows the row of each group, 32 bits; null if numbers are made of values
/// @param digits the one of each key, the highest first
record GroupKeys(@Nullable Buffer rows, List<Digit> digits) implements AutoCloseable {
    private static final int BITS = 32;

    /// A digit of a number.
    ///
    /// @param least the word of the value that has digit 0
    /// @param size how many values it has
    /// @param ofNull the digit of null; -1 if null has none
    record Digit(long least, int size, int ofNull) {}

    GroupKeys {
        digits = List.copyOf(digits);
    }

    static GroupKeys ofRows(Buffer rows) {
        return new GroupKeys(rows, List.of());
    }

    static GroupKeys ofNumbers(List<Digit> digits) {
        return new GroupKeys(null, digits);
    }

    /// Whether there may be groups without rows.
    boolean mayBeEmpty() {
        return rows == null;
    }

    /// The keys of some groups, to be closed by the caller; empty if texts come to more than 2 GiB.
    ///
    /// @param columns the keys of the rows
    /// @param numbers of the groups, 32 bits; null for all of them
    Optional<List<DeviceColumn>> of(
            List<DeviceColumn> columns, @Nullable Buffer numbers, long count, DeviceRun run, KernelStore kernels) {
        if (rows != null) {
            return new GatheredRows(count, numbers, rows, null, kernels, run.accounts(), run.stream()).keys(columns);
        }
        try (Closer closer = new Closer()) {
            List<DeviceColumn> keys = new ArrayList<>();
            int place = 1;
            for (int key = columns.size() - 1; key >= 0; key--) {
                keys.addFirst(closer.add(values(columns.get(key), digits.get(key), place, numbers, count, run)));
                place *= digits.get(key).size();
            }
            closer.release();
            return Optional.of(keys);
        }
    }

    private static DeviceColumn values(
            DeviceColumn column, Digit digit, int place, @Nullable Buffer numbers, long count, DeviceRun run) {
        boolean mayBeNull = column.validity() != null && digit.ofNull >= 0;
        long bytes = count * column.cudaType().byteWidth();
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(run.allocate(Math.max(1, bytes), "keys of groups"));
            Buffer bits = mayBeNull
                    ? closer.add(run.allocate((count + BITS) / BITS * Integer.BYTES, "keys of groups"))
                    : null;
            run.each(
                    KeyRange.kernel(column.cudaType()),
                    "values_of_numbers",
                    count,
                    numbers == null ? 0 : numbers.address(),
                    count,
                    digit.least,
                    digit.ofNull,
                    place,
                    digit.size,
                    values.address(),
                    bits == null ? 0 : bits.address());
            closer.release();
            return new DeviceColumn(column.type(), count, values, bits, 0);
        }
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
        }
    }
}
