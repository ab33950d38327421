package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportedSourceTest {
    @Test
    void scansSayHowManyOfTheirRowsWereRead() {
        List<String> heard = new ArrayList<>();
        try (MemoryPool pool = MemoryPool.create();
                Table table = Table.of("v", IntStream.range(0, 25).toArray())) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(1)
                    .settings(new Settings(Map.of("morsel.rows", "10")))
                    .progress((step, done, total) -> heard.add(step + " " + done + " of " + total))
                    .build();

            LazyFrame.of(table)
                    .filter(col("v").ge(0))
                    .sort("v")
                    .collect(context)
                    .close();

            assertThat(pool.usedBytes()).isZero();
        }
        assertThat(heard).containsExactly("reading 10 of 25", "reading 20 of 25", "reading 25 of 25");
    }

    @Test
    void aListenerTakesNothingFromAScan() {
        List<Long> heard = new ArrayList<>();
        QueryContext context = QueryContext.builder()
                .progress((_, done, _) -> heard.add(done))
                .settings(new Settings(Map.of("morsel.rows", "10")))
                .build();
        try (Table table = Table.of("v", IntStream.range(0, 25).toArray());
                BatchSource rows = ReportedSource.of(
                        new TableDataset(table).scan(new Scan(List.of("v"), Optional.empty()), context), context)) {
            close(rows.next(context));
            assertThat(rows.lowestNextRow()).isEqualTo(10);
            close(rows.takeRest(context));
            assertThat(rows.next(context)).isNull();
        }
        assertThat(heard).containsExactly(10L, 25L);
    }

    private static void close(@Nullable Batch batch) {
        assertThat(batch).isNotNull();
        batch.close();
    }
}
