package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SharedTextsTest {
    @Test
    void threadsThatMeetTheSameTextsAtOnceAgreeOnTheirNumbers(MemoryPool pool) {
        int texts = 2_000;
        int threads = 4;
        int[][] numbers = new int[threads][texts];
        CpuSettings settings = TestSettings.tiny();
        Tables.Rows rows = Tables.of("t:string");
        IntStream.range(0, texts).forEach(i -> rows.row("text of some length, number " + i));
        QueryContext context =
                QueryContext.builder().pool(pool).threads(threads).build();
        try (Table table = rows.build(pool);
                SharedTexts shared = new SharedTexts(DataType.STRING, settings, pool)) {
            VarColumn column = (VarColumn) table.column(0);
            Workers.runOnAll(context, worker -> {
                try (TextTable own = new TextTable(pool, 4, texts, 0, shared)) {
                    own.assign(column, 0, texts, null, numbers[worker]);
                }
            });
            for (int[] other : numbers) {
                assertThat(other).isEqualTo(numbers[0]);
            }
            assertThat(Arrays.stream(numbers[0]).sorted().toArray())
                    .isEqualTo(IntStream.range(0, texts).toArray());
            assertDecoded(shared, numbers[0], pool);
        }
    }

    /// Else groups that leave would be taken for such as have numbers, and be lost when they are to have texts.
    @Test
    void keysWithoutTextsAreNotNumbered(MemoryPool pool) {
        List<DataType> lists = List.of(new DataType.ListType(DataType.INT64), DataType.INT32);
        assertThat(RunTexts.of(lists, TestSettings.tiny(), pool)).isSameAs(RunTexts.NONE);
        try (RunTexts texts = RunTexts.of(List.of(DataType.INT32, DataType.STRING), TestSettings.tiny(), pool)) {
            assertThat(texts.of(0)).isNull();
            assertThat(texts.of(1)).isNotNull();
        }
    }

    private static void assertDecoded(SharedTexts shared, int[] numbers, MemoryPool pool) {
        Tables.Rows rows = Tables.of("n:int32");
        Arrays.stream(numbers).forEach(rows::row);
        try (Table table = rows.build(pool);
                Column decoded = shared.decode((FixedColumn) table.column(0))) {
            for (int i : List.of(0, 7, numbers.length - 1)) {
                assertThat(decoded.get(i)).isEqualTo("text of some length, number " + i);
            }
        }
    }
}
