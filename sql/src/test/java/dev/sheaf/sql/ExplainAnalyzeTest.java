package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ExplainAnalyzeTest {
    private static List<String> lines(MemoryPool pool, String query) {
        QueryContext context = QueryContext.builder().pool(pool).threads(2).build();
        try (Table items = Tables.of("id:int32", "name:string")
                        .row(1, "ink")
                        .row(2, "pen")
                        .row(3, "pen")
                        .row(null, "cup")
                        .build(pool);
                Table result = new SqlSession()
                        .register("items", items)
                        .query("EXPLAIN ANALYZE " + query)
                        .collect(context)) {
            List<String> lines = new ArrayList<>();
            for (long row = 0; row < result.rowCount(); row++) {
                lines.add(((VarColumn) result.column(0)).string(row));
            }
            return lines;
        }
    }

    @Test
    void stepsSayHowManyRowsTheyGave(MemoryPool pool) {
        List<String> lines =
                lines(pool, "SELECT name, count(*) FROM items WHERE id > 1 GROUP BY name ORDER BY name LIMIT 5");
        assertThat(lines.getFirst()).startsWith("top 5 by name").endsWith(": 1 rows");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("group by name").endsWith(": 1 rows"));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("read ").endsWith(": 4 rows"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("[0-9.]+ ms on at most 2 threads, .* of memory"));
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("group by: "));
    }

    @Test
    void bothSidesOfAJoinAreCounted(MemoryPool pool) {
        List<String> lines = lines(pool, "SELECT * FROM items a JOIN items b ON a.name = b.name WHERE b.id < 3");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("inner join").endsWith(": 3 rows"));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("filter").endsWith(": 2 rows"));
    }
}
