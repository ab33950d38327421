package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/// State columns from results of other shapes; each is to be closed by the caller. What lies under nulls is not read
/// by anybody.
final class StateValues {
    private static final String PURPOSE = "partial states";

    /// Flags of products, those of `ProductLongReduction`: the product is negative; it is zero.
    private static final long NEGATIVE = 1;

    private static final long ZERO = 4;

    private StateValues() {}

    /// The result itself, without a dictionary.
    static Column same(Column result, MemoryPool pool) {
        return Dictionaries.decode(result, pool);
    }

    /// Sums as states of `type`: the low words where the result is wider.
    static Column low(Column sum, DataType type, MemoryPool pool) {
        FixedColumn sums = (FixedColumn) sum;
        if (sums.type().layout() == type.layout()) {
            return sums.as(type);
        }
        Longs words = Longs.of(sums.segment());
        return longs(sums, type, pool, group -> words.get(2 * group));
    }

    /// What is above a sum's 64 bits, or 128 bits of a square sum: 0 for sums of 64 bits.
    static Column above(Column sum, MemoryPool pool) {
        FixedColumn sums = (FixedColumn) sum;
        Longs words = Longs.of(sums.segment());
        return sums.type().layout() == Layout.INT128
                ? longs(sums.length(), pool, group -> words.get(2 * group + 1) + (words.get(2 * group) >>> 63))
                : longs(sums.length(), pool, _ -> 0);
    }

    /// The word above 128 bits.
    static Column signs(Column sum, MemoryPool pool) {
        Longs words = Longs.of(((FixedColumn) sum).segment());
        return longs(sum.length(), pool, group -> words.get(2 * group + 1) >> 63);
    }

    /// Sums of squares, none of which is negative, as 128 bits.
    static Column squares(Column sum, DataType type, MemoryPool pool) {
        FixedColumn sums = (FixedColumn) sum;
        Longs values = Longs.of(sums.segment());
        Buffer wide = pool.allocate(sums.length() * type.layout().byteWidth(), PURPOSE);
        Longs words = Longs.of(wide.segment());
        for (long group = 0; group < sums.length(); group++) {
            words.put(2 * group, values.get(group));
            words.put(2 * group + 1, 0);
        }
        return new FixedColumn(type, sums.length(), wide, sums.validity().slice(0, sums.length()));
    }

    static Column magnitudes(Column product, MemoryPool pool) {
        FixedColumn products = (FixedColumn) product;
        Longs values = Longs.of(products.segment());
        boolean isSigned = !products.type().equals(DataType.UINT64);
        return longs(products, DataType.UINT64, pool, group -> {
            long value = values.get(group);
            return isSigned ? Math.abs(value) : value;
        });
    }

    static Column flags(Column product, MemoryPool pool) {
        FixedColumn products = (FixedColumn) product;
        Longs values = Longs.of(products.segment());
        boolean isSigned = !products.type().equals(DataType.UINT64);
        return longs(products.length(), pool, group -> {
            long value = values.get(group);
            return value == 0 ? ZERO : isSigned && value < 0 ? NEGATIVE : 0;
        });
    }

    /// The places 0, 1, 2, ... of the elements of each list.
    static Column places(Column lists, MemoryPool pool) {
        ListColumn of = (ListColumn) lists;
        Offsets offsets = of.offsets();
        long elements = of.elements().length();
        try (Closer closer = new Closer()) {
            Buffer places = closer.add(pool.allocate(elements * Long.BYTES, PURPOSE));
            number(offsets, of.length(), Longs.of(places.segment()));
            closer.release();
            return new ListColumn(
                    new Offsets(offsets.buffer().retain(), offsets.wide(), offsets.length()),
                    new FixedColumn(DataType.INT64, elements, places, Validity.allValid(elements)),
                    of.validity().slice(0, of.length()));
        }
    }

    private static void number(Offsets offsets, long lists, Longs places) {
        for (long list = 0; list < lists; list++) {
            long start = offsets.start(list);
            long size = offsets.size(list);
            for (long place = 0; place < size; place++) {
                places.put(start + place, place);
            }
        }
    }

    /// A column of int64 that has no nulls.
    static Column longs(long groups, MemoryPool pool, LongUnaryOperator value) {
        return new FixedColumn(DataType.INT64, groups, words(groups, pool, value), Validity.allValid(groups));
    }

    /// A column of words that is null where `like` is.
    private static Column longs(FixedColumn like, DataType type, MemoryPool pool, LongUnaryOperator value) {
        long groups = like.length();
        return new FixedColumn(
                type, groups, words(groups, pool, value), like.validity().slice(0, groups));
    }

    /// A column of float64 that has no nulls.
    static Column doubles(long groups, MemoryPool pool, LongToDoubleFunction value) {
        Buffer words = words(groups, pool, group -> Double.doubleToRawLongBits(value.applyAsDouble(group)));
        return new FixedColumn(DataType.FLOAT64, groups, words, Validity.allValid(groups));
    }

    private static Buffer words(long groups, MemoryPool pool, LongUnaryOperator value) {
        Buffer words = pool.allocate(groups * Long.BYTES, PURPOSE);
        Longs out = Longs.of(words.segment());
        for (long group = 0; group < groups; group++) {
            out.put(group, value.applyAsLong(group));
        }
        return words;
    }
}
