package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the bits of each key column lie in the words of a key: side by side in the order of the columns, the first
/// one highest, each within one word, 16-byte values in two of their own; then a bit for each column that may be
/// null. Compared word by word as unsigned numbers, keys without nulls have the order of their columns.
final class KeyPacking {
    private static final Specialization KERNEL = Specialization.of(KernelFile.PACK_KEYS);
    private static final int NO_NULLS = -1;

    // The kinds of pack_keys.cu.
    private static final int KIND_UNSIGNED = 0;
    private static final int KIND_SIGNED = 1;
    private static final int KIND_FLOATING = 2;

    // struct KeyColumn of pack_keys.cu
    private static final int COLUMN_BYTES = 48;

    private final List<CudaType> types;
    private final int[] places;
    private final int[] nullPlaces;
    private final int words;

    /// @param nullBits which of the columns get a bit for null
    KeyPacking(List<CudaType> types, List<Boolean> nullBits) {
        this.types = List.copyOf(types);
        this.places = new int[types.size()];
        this.nullPlaces = new int[types.size()];
        int end = 0;
        for (int i = 0; i < types.size(); i++) {
            int bits = 8 * types.get(i).byteWidth();
            places[i] = placeFor(end, bits);
            end = places[i] + bits;
        }
        for (int i = 0; i < types.size(); i++) {
            nullPlaces[i] = nullBits.get(i) ? end++ : NO_NULLS;
        }
        this.words = Math.max(1, (end + Long.SIZE - 1) / Long.SIZE);
    }

    /// The packing of the keys of a plan, of which each gets a bit for null if nulls are groups.
    static KeyPacking of(GeneralPlan plan) {
        List<CudaType> types = plan.keys().stream()
                .map(key -> plan.operands().get(key).cudaType())
                .toList();
        boolean keepsNulls = plan.request().options().nullKeys() == NullKeys.INCLUDE;
        return new KeyPacking(types, Collections.nCopies(types.size(), keepsNulls));
    }

    private static int placeFor(int end, int bits) {
        boolean fits = end % Long.SIZE + bits <= Long.SIZE;
        return fits ? end : (end + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
    }

    /// The number of words of a key.
    int words() {
        return words;
    }

    /// The keys of `rows` rows.
    ///
    /// @param keep if there is one, rows with a null key get 0 there, and no row with a null is expected
    ///     otherwise but     in columns with a bit for it
    Buffer pack(DeviceRun run, List<RowValues> columns, int rows, @Nullable Buffer keep, boolean leaveOutNulls) {
        Buffer keys = run.allocate((long) rows * words * Long.BYTES, "key words");
        try (Buffer descriptions = describe(run, columns)) {
            run.each(
                    KERNEL,
                    "pack_keys",
                    rows,
                    descriptions.address(),
                    types.size(),
                    words,
                    rows,
                    keys.address(),
                    keep == null ? 0 : keep.address(),
                    leaveOutNulls ? 1 : 0);
            return keys;
        } catch (RuntimeException | Error failure) {
            keys.close();
            throw failure;
        }
    }

    /// The columns of the keys of `groups` groups, each with a byte a group for its validity.
    List<RowValues> unpack(DeviceRun run, Buffer keys, int groups) {
        List<RowValues> columns = new ArrayList<>();
        try {
            for (CudaType type : types) {
                Buffer data = run.allocate((long) groups * type.byteWidth(), "keys");
                columns.add(new RowValues(data, null));
                columns.set(columns.size() - 1, new RowValues(data, run.allocate(groups, "key validity")));
            }
            try (Buffer descriptions = describe(run, columns)) {
                run.each(
                        KERNEL,
                        "unpack_keys",
                        groups,
                        descriptions.address(),
                        types.size(),
                        words,
                        groups,
                        keys.address());
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(RowValues::close);
            throw failure;
        }
    }

    private Buffer describe(DeviceRun run, List<RowValues> columns) {
        MemorySegment all = Scratch.block(Math.max(1, types.size()) * (long) COLUMN_BYTES);
        for (int i = 0; i < types.size(); i++) {
            describe(i, columns.get(i), all.asSlice((long) i * COLUMN_BYTES, COLUMN_BYTES));
        }
        return run.small(all, "key columns");
    }

    private void describe(int column, RowValues values, MemorySegment to) {
        to.set(JAVA_LONG, 0, values.data().address());
        to.set(JAVA_LONG, 8, values.validAddress());
        to.set(JAVA_INT, 16, types.get(column).byteWidth());
        to.set(JAVA_INT, 20, places[column] / Long.SIZE);
        int bits = 8 * types.get(column).byteWidth();
        to.set(JAVA_INT, 24, bits > Long.SIZE ? 0 : Long.SIZE - places[column] % Long.SIZE - bits);
        boolean hasBit = nullPlaces[column] != NO_NULLS;
        to.set(JAVA_INT, 28, hasBit ? nullPlaces[column] / Long.SIZE : 0);
        to.set(JAVA_INT, 32, hasBit ? Long.SIZE - 1 - nullPlaces[column] % Long.SIZE : 0);
        to.set(JAVA_INT, 36, hasBit ? 1 : 0);
        to.set(JAVA_INT, 40, kind(types.get(column)));
    }

    private static int kind(CudaType type) {
        return switch (type) {
            case U8, U16, U32, U64, U128 -> KIND_UNSIGNED;
            case I8, I16, I32, I64, I128 -> KIND_SIGNED;
            case F32, F64 -> KIND_FLOATING;
        };
    }
}
