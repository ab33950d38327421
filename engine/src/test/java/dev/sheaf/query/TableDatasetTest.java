package dev.sheaf.query;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TableDatasetTest {
    @Test
    void rowsThatAreToBeNullInAColumnWithoutNullsAreNotHandedOut(MemoryPool pool) {
        Tables.Rows rows = Tables.of("full:int64", "holes:string").row(1, "a").row(2, null);
        try (Table table = rows.build(pool)) {
            assertThat(rowsOf(table, col("full").isNull(), pool)).isZero();
            assertThat(rowsOf(table, col("holes").eq("a").and(col("full").isNull()), pool))
                    .isZero();
            assertThat(rowsOf(table, col("holes").isNull(), pool)).isEqualTo(2);
            assertThat(rowsOf(table, col("full").isNull().or(col("full").eq(1)), pool))
                    .isEqualTo(2);
            assertThat(rowsOf(table, col("full").isNotNull(), pool)).isEqualTo(2);
        }
    }

    private static long rowsOf(Table table, Expr filter, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        long rows = 0;
        try (BatchSource source =
                new TableDataset(table).scan(new Scan(List.of("full"), Optional.of(filter)), context)) {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                rows += batch.rowCount();
                batch.close();
            }
        }
        return rows;
    }
}
