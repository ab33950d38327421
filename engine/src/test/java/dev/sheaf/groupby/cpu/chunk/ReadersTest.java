package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class ReadersTest {
    private static final int ROWS = 100;
    private static final int FROM = 17;

    /// Columns that are larger than a view give what others give.
    @ParameterizedTest
    @ValueSource(
            strings = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"})
    void chunksOfLargeColumnsAreThoseOfOthers(String type, MemoryPool pool) {
        Tables.Rows rows = Tables.of("v:" + type);
        for (int i = 0; i < ROWS; i++) {
            rows.row(i);
        }
        int count = ROWS - FROM;
        try (Table table = rows.build(pool);
                ArgumentVector lane = new ArgumentVector(ROWS, pool)) {
            Column column = table.column(0);
            long[] longs = new long[count];
            LongReader.of(column, 0).read(FROM, count, longs);
            lane.begin(column);
            lane.chunk(FROM, count);
            assertThat(longs).isEqualTo(Arrays.copyOf(lane.longs(), count));

            double[] doubles = new double[count];
            DoubleReader.of(column, 0).read(lane::longs, FROM, count, doubles);
            assertThat(doubles).isEqualTo(Arrays.copyOf(lane.doubles(), count));
            assertThat(doubles[3]).isEqualTo(FROM + 3);
        }
    }
}
