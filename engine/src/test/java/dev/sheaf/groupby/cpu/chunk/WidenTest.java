package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class WidenTest {
    private static final int ROWS = 200;

    @Test
    void validityComesOutRowByRowWhereverItStartsAndEnds(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(3);
        Tables.Rows rows = Tables.of("k:int32");
        for (int i = 0; i < ROWS; i++) {
            rows.row(random.nextInt(3) == 0 ? null : i);
        }
        try (Table table = rows.build(pool)) {
            for (int from : new int[] {0, 1, 7, 64, 65}) {
                for (int count : new int[] {0, 1, 7, 8, 63, 64, 65, ROWS - from}) {
                    byte[] valid = new byte[count];
                    Widen.validity(table.column(0).validity(), from, count, valid);
                    for (int i = 0; i < count; i++) {
                        assertThat(valid[i] == 1).isEqualTo(!table.column(0).isNull(from + i));
                        assertThat(valid[i]).isBetween((byte) 0, (byte) 1);
                    }
                }
            }
        }
    }

    @Test
    void boolsComeOutRowByRowWhereverTheyStartAndEnd(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(4);
        Tables.Rows rows = Tables.of("k:bool");
        for (int i = 0; i < ROWS; i++) {
            rows.row(random.nextInt(5) == 0 ? null : random.nextBoolean());
        }
        try (Table table = rows.build(pool)) {
            for (int from : new int[] {0, 1, 7, 64, 65}) {
                for (int count : new int[] {0, 1, 7, 8, 63, 64, 65, ROWS - from}) {
                    long[] out = new long[count];
                    Widen.longs(table.column(0), from, count, out);
                    for (int i = 0; i < count; i++) {
                        assertThat(out[i]).isBetween(0L, 1L);
                        assertThat(table.column(0).isNull(from + i)
                                        || Boolean.valueOf(out[i] == 1)
                                                .equals(table.column(0).get(from + i)))
                                .isTrue();
                    }
                }
            }
        }
    }
}
