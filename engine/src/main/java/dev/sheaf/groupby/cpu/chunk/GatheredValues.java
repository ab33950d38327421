package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// Values of the rows of all groups, on their way to the places that [GroupRowsSort] gives them. Several threads may
/// write at once, each to places of its own.
public sealed interface GatheredValues extends AutoCloseable
        permits GatheredValues.Fixed, GatheredValues.Bools, GatheredTexts {
    /// What the memory is for.
    String PURPOSE = "group members";

    /// Room for so many values of fixed width, bools, texts or binary values.
    static GatheredValues of(DataType type, int members, MemoryPool pool) {
        return switch (type.layout()) {
            case BIT -> new Bools(members, pool);
            case VARIABLE -> new GatheredTexts(type, members, pool);
            default -> new Fixed(type, members, pool);
        };
    }

    /// Whether lists of values of a type are put together by their places.
    static boolean takes(Layout layout) {
        return switch (layout) {
            case BIT, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, VARIABLE -> true;
            case NONE, INT128, INTERVAL, LIST, STRUCT, DICTIONARY -> false;
        };
    }

    /// Takes `count` rows of a column from row `from` on to places.
    void write(Column column, long from, int count, int[] places);

    /// Called when all rows were written; whether they have to be once more.
    default boolean isToBeWrittenAgain() {
        return false;
    }

    /// The values as a column with that validity, which it takes over; to be called once.
    Column finish(Validity validity);

    @Override
    void close();

    /// Each where it belongs.
    final class Fixed implements GatheredValues {
        private final DataType type;
        private final int members;
        private final Buffer values;

        Fixed(DataType type, int members, MemoryPool pool) {
            this.type = type;
            this.members = members;
            this.values = pool.allocate((members + 1L) * type.layout().byteWidth(), PURPOSE);
        }

        @Override
        public void write(Column column, long from, int count, int[] places) {
            int width = type.layout().byteWidth();
            Scatter.values(width, ((FixedColumn) column).segment(), from, count, places, values.segment());
        }

        @Override
        public Column finish(Validity validity) {
            return new FixedColumn(type, members, values.retain(), validity);
        }

        @Override
        public void close() {
            values.close();
        }
    }

    /// A byte each: threads cannot share the bits of a byte.
    final class Bools implements GatheredValues {
        private final int members;
        private final MemoryPool pool;
        private final Buffer bytes;

        Bools(int members, MemoryPool pool) {
            this.members = members;
            this.pool = pool;
            this.bytes = pool.allocate(members + 1L, PURPOSE);
        }

        @Override
        public void write(Column column, long from, int count, int[] places) {
            byte[] truth = new byte[count];
            if (column instanceof BoolColumn bools) {
                Widen.truth(bools, from, count, truth);
            }
            Scatter.bytes(truth, count, places, bytes.segment());
        }

        @Override
        public Column finish(Validity validity) {
            return new BoolColumn(members, Bits.packed(bytes.segment(), members, pool), validity);
        }

        @Override
        public void close() {
            bytes.close();
        }
    }
}
