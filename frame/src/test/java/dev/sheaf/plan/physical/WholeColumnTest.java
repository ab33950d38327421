package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Expressions over tables that take several stretches.
@ExtendWith(PoolCheck.class)
class WholeColumnTest {
    private static Column values(Expr expr, Table table, MemoryPool pool) {
        return WholeColumn.of(
                expr,
                table,
                QueryContext.builder()
                        .pool(pool)
                        .threads(2)
                        .settings(new Settings(Map.of("window.stretch.rows", "3")))
                        .build());
    }

    private static Table table(MemoryPool pool) {
        return Tables.of("v:int64")
                .row(1)
                .row(2)
                .row((Object) null)
                .row(4)
                .row(5)
                .row(6)
                .row(Long.MAX_VALUE)
                .build(pool);
    }

    private static Object[] read(Column column) {
        return LongStream.range(0, column.length()).mapToObj(column::get).toArray();
    }

    @Test
    void stretchesFollowEachOther(MemoryPool pool) {
        try (Table table = table(pool);
                Column less = values(col("v").minus(1), table, pool);
                Column texts = values(when(col("v").gt(4)).then("many").otherwise("few"), table, pool)) {
            assertThat(read(less)).containsExactly(0L, 1L, null, 3L, 4L, 5L, Long.MAX_VALUE - 1);
            assertThat(read(texts)).containsExactly("few", "few", "few", "few", "many", "many", "many");
        }
    }

    @Test
    void aRowThatFailsGivesAllMemoryBack(MemoryPool pool) {
        try (Table table = table(pool)) {
            assertThatThrownBy(() -> values(col("v").plus(1), table, pool)).isInstanceOf(ArithmeticException.class);
        }
    }
}
