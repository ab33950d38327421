package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class OrderedLongsTest {
    private static final List<DataType> TYPES = List.of(
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT64,
            DataType.FLOAT32,
            DataType.FLOAT64);

    @Test
    void valuesComeBackFromTheirOrderAcrossBlocks(MemoryPool pool) {
        for (DataType type : TYPES) {
            for (int rows : new int[] {0, 1, 1023, 1024, 1025, 3000}) {
                long[] raw = raw(type, rows);
                long[] ordered = raw.clone();
                if (!OrderedLongs.isIdentity(type)) {
                    OrderedLongs.encode(type, raw, rows, ordered);
                }
                assertThat(decoded(type, ordered, pool)).as("%s", type).containsExactly(raw);
            }
        }
    }

    /// Whole values of the type as they are widened, of both signs; no NaN, which has one order for many patterns.
    private static long[] raw(DataType type, int rows) {
        SplittableRandom random = new SplittableRandom(rows);
        return random.longs(rows)
                .map(word -> type.equals(DataType.FLOAT64)
                        ? Double.doubleToLongBits((double) word)
                        : type.equals(DataType.FLOAT32)
                                ? Float.floatToIntBits((float) word)
                                : word >> (Long.SIZE - 8 * type.layout().byteWidth()))
                .toArray();
    }

    private static long[] decoded(DataType type, long[] ordered, MemoryPool pool) {
        long step = 2 * Long.BYTES;
        try (Buffer states = pool.allocate(8 + ordered.length * step, "states")) {
            for (int i = 0; i < ordered.length; i++) {
                states.segment().set(ValueLayout.JAVA_LONG, 8 + i * step, ordered[i] ^ 5);
            }
            Validity all = Validity.allValid(ordered.length);
            try (Column column = OrderedLongs.column(type, states.segment(), 8, step, 5, ordered.length, all, pool)) {
                long[] widened = new long[ordered.length];
                Widen.longs(column, 0, ordered.length, widened);
                return widened;
            }
        }
    }
}
