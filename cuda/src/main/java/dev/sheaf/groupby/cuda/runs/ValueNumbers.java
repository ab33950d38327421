package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Numbers of groups that are the values of their keys, each key a digit, the last one the lowest: no value is looked
/// up, and there may be groups without rows.
///
/// @param count of numbers
record ValueNumbers(List<DeviceColumn> keys, List<Digit> digits, int count, DeviceRun run) implements AutoCloseable {
    private static final int NONE = -1;
    private static final int BITS = 32;
    private static final String PURPOSE = "group numbers";

    /// A digit of a number.
    ///
    /// @param least the word of the value that has digit 0
    /// @param size how many digits there are
    /// @param ofNull the digit of null; -1 if rows with null have no number
    private record Digit(long least, int size, int ofNull) {}

    /// Nothing if there would be more numbers than rows, or if keys are other than whole numbers, dates, times or
    /// decimals of up to 64 bits. To be closed by the caller.
    static Optional<ValueNumbers> of(List<DeviceColumn> keys, boolean keepsNulls, DeviceRun run) {
        long rows = keys.getFirst().length();
        for (DeviceColumn key : keys) {
            if (!isWord(key)) {
                return Optional.empty();
            }
        }
        List<Digit> digits = new ArrayList<>();
        long count = 1;
        for (DeviceColumn key : keys) {
            KeyRange range = KeyRange.of(run, key, rows / count);
            long values = Math.min(range.size(), rows + 1);
            boolean isOfNull = key.validity() != null && keepsNulls;
            long size = Math.max(1, isOfNull ? values + 1 : values);
            count *= size;
            if (count > rows) {
                return Optional.empty();
            }
            digits.add(new Digit(range.least(), (int) size, isOfNull ? (int) values : NONE));
        }
        return Optional.of(new ValueNumbers(DeviceColumn.retained(keys), digits, (int) count, run));
    }

    private static boolean isWord(DeviceColumn key) {
        return key.dictionary() == null
                && CudaType.supports(key.type())
                && !key.cudaType().isFloating()
                && key.cudaType().byteWidth() <= Long.BYTES;
    }

    /// The number of each row, 32 bits, -1 for rows without one; to be closed by the caller.
    Buffer ofRows() {
        long rows = keys.getFirst().length();
        try (Closer closer = new Closer()) {
            Buffer numbers = closer.add(run.allocate(rows * Integer.BYTES, PURPOSE));
            for (int i = 0; i < keys.size(); i++) {
                DeviceColumn key = keys.get(i);
                Digit digit = digits.get(i);
                run.each(
                        KeyRange.kernel(key.cudaType()),
                        "number_values",
                        RowRuns.threads(rows),
                        key.values().address(),
                        key.validityAddress(),
                        key.firstBit(),
                        rows,
                        digit.least,
                        digit.ofNull,
                        i == 0 ? 0 : digit.size,
                        numbers.address());
            }
            closer.release();
            return numbers;
        }
    }

    /// The values of the key as they lie if they are 32 bits and all rows have one: its least value has number 0.
    Optional<SortKeys> plain() {
        DeviceColumn key = keys.getFirst();
        boolean isPlain =
                keys.size() == 1 && key.validity() == null && key.cudaType().byteWidth() == Integer.BYTES;
        long least = Integer.toUnsignedLong((int) digits.getFirst().least);
        return isPlain
                ? Optional.of(new SortKeys(key.values(), new KeyRange(least, least + count - 1)))
                : Optional.empty();
    }

    /// The keys of some numbers, to be closed by the caller.
    ///
    /// @param numbers of 32 bits; null for all of them
    List<DeviceColumn> keys(@Nullable Buffer numbers, long some) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> made = new ArrayList<>();
            int place = 1;
            for (int key = keys.size() - 1; key >= 0; key--) {
                made.addFirst(closer.add(values(key, place, numbers, some)));
                place *= digits.get(key).size;
            }
            closer.release();
            return made;
        }
    }

    private DeviceColumn values(int key, int place, @Nullable Buffer numbers, long some) {
        DeviceColumn column = keys.get(key);
        Digit digit = digits.get(key);
        try (Closer closer = new Closer()) {
            long bytes = some * column.cudaType().byteWidth();
            Buffer values = closer.add(run.allocate(Math.max(1, bytes), PURPOSE));
            boolean mayBeNull = digit.ofNull != NONE;
            Buffer bits = mayBeNull ? closer.add(run.allocate((some / BITS + 1) * Integer.BYTES, PURPOSE)) : null;
            run.each(
                    KeyRange.kernel(column.cudaType()),
                    "values_of_numbers",
                    some,
                    numbers == null ? 0 : numbers.address(),
                    some,
                    digit.least,
                    digit.ofNull,
                    place,
                    digit.size,
                    values.address(),
                    bits == null ? 0 : bits.address());
            closer.release();
            return new DeviceColumn(column.type(), some, values, bits, 0);
        }
    }

    @Override
    public void close() {
        keys.forEach(DeviceColumn::close);
    }
}
