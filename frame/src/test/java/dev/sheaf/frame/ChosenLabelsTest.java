package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Labels of rows that were chosen of a range: those that a column of the same numbers has.
class ChosenLabelsTest {
    private static final int ROWS = 1000;

    private static DataFrame frame(MemoryPool pool, int morselRows) {
        SplittableRandom random = new SplittableRandom(7);
        @Nullable Integer[] values = new @Nullable Integer[ROWS];
        for (int row = 0; row < ROWS; row++) {
            values[row] = random.nextInt(10) == 0 ? null : random.nextInt(100);
        }
        FrameOptions options = FrameOptions.DEFAULT.withQueries(() -> QueryContext.builder()
                .pool(pool)
                .threads(3)
                .settings(new Settings(Map.of("morsel.rows", "" + morselRows)))
                .build());
        return DataFrame.of("v", values).with(options).deepCopy();
    }

    private static void check(DataFrame chosen, DataFrame withColumn) {
        assertThat(chosen.resetIndex().get("index").toList())
                .isEqualTo(withColumn.get("index").toList());
        assertThat(chosen.get("v").toList()).isEqualTo(withColumn.get("v").toList());
    }

    @Test
    void filtersAndSortsKeepTheLabelsOfTheirRows() {
        MemoryPool pool = MemoryPool.shared();
        List<Expr> conditions = List.of(
                col("v").gt(50),
                col("v").ge(0),
                col("v").isNull(),
                col("v").gt(98).or(col("v").isNull()),
                col("v").lt(0));
        for (int morselRows : new int[] {37, 64, 100, 1 << 16}) {
            DataFrame frame = frame(pool, morselRows);
            for (DataFrame rows : List.of(frame, frame.slice(3, ROWS - 5), frame.head(64), frame.head(0))) {
                DataFrame withColumn = rows.resetIndex();
                conditions.forEach(condition -> check(rows.filter(condition), withColumn.filter(condition)));
                check(rows.sortValues("v"), withColumn.sortValues("v"));
                SortKey key = SortKey.descending(col("v").times(-1L));
                check(rows.sortValues(key), withColumn.sortValues(key));
            }
        }
    }

    @Test
    void aRangeOfAnotherStepCountsInItsSteps() {
        DataFrame rows;
        try (Table table = Table.of("v", new int[] {3, 1, 2})) {
            rows = new DataFrame(Frame.of(table, FrameOptions.DEFAULT).reindexed(new RangeIndex("n", 10, -5, 3)));
        }

        assertThat(rows.sortValues("v").index().label(0)).isEqualTo(5L);
        assertThat(rows.filter(col("v").ne(1)).resetIndex().get("n").longs()).containsExactly(10, 0);
    }

    @Test
    @ExtendWith(PoolCheck.class)
    void noColumnOfLabelsIsMadeUntilSomebodyReadsThem(MemoryPool pool) {
        DataFrame frame = frame(pool, 1 << 16);
        DataFrame chosen = frame.filter(col("v").ge(0));
        long before = pool.usedBytes();

        try (Series values = chosen.get("v")) {
            assertThat(values.sum()).isNotNull();
        }
        assertThat(pool.usedBytes()).isEqualTo(before);
        assertThat(chosen.index().label(1)).isNotNull();
        assertThat(pool.usedBytes()).isGreaterThan(before + chosen.rowCount() * 7);
        chosen.close();
        frame.close();
    }

    @Test
    @ExtendWith(PoolCheck.class)
    void copiesShareLabelsThatAreNotMadeAndCloseApart(MemoryPool pool) {
        DataFrame frame = frame(pool, 64);
        DataFrame chosen = frame.sortValues("v");
        DataFrame copy = chosen.copy();
        Object label;
        try (DataFrame again = frame.sortValues("v")) {
            label = again.index().label(0);
        }
        chosen.close();
        chosen.close();

        assertThat(copy.index().label(0)).isEqualTo(label);
        copy.close();
        assertThatThrownBy(() -> copy.index().label(0)).isInstanceOf(IllegalStateException.class);
        frame.close();
    }

    /// A few rows of many keep their labels and not a bit for each of the others.
    @Test
    @ExtendWith(PoolCheck.class)
    void labelsOfFewRowsAreMadeAtOnce(MemoryPool pool) {
        DataFrame frame = frame(pool, 1 << 16);
        long before = pool.usedBytes();
        DataFrame none = frame.filter(col("v").lt(0));

        assertThat(none.rowCount()).isZero();
        assertThat(pool.usedBytes() - before).isLessThan(ROWS);
        none.close();
        frame.close();
    }
}
