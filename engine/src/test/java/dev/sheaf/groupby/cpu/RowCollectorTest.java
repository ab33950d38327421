package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RowCollectorTest {
    private static final int ROWS = 400;

    /// The first argument is a column as it lies, the second one overflows while rows are put out by partition.
    @Test
    void anArgumentThatFailsLeavesNoneOfThoseBeforeIt(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int64", "v:int64", "w:int64");
        for (long row = 0; row < ROWS; row++) {
            rows.row(row << 40, row, row == ROWS - 1 ? Long.MAX_VALUE : row);
        }
        Map<String, String> settings = new HashMap<>(CpuBackendTest.TINY);
        settings.put("morsel.rows", "20");
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(settings))
                .build();
        try (Table table = rows.build(pool)) {
            GroupBy groups = GroupBy.on(table, "k");
            assertThatThrownBy(() -> groups.aggregate(
                            context, sum("v").as("v"), sum(col("w").times(2L)).as("w")))
                    .isInstanceOf(ArithmeticException.class);
        }
    }
}
