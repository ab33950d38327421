package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SamplingTest {
    private static final long ROWS = 200_000;
    private static final String RANGE = "range(" + ROWS + ") t(n)";

    private static List<Long> longs(MemoryPool pool, int threads, String query) {
        QueryContext context =
                QueryContext.builder().pool(pool).threads(threads).build();
        try (Table result = new SqlSession().query(query).collect(context)) {
            List<Long> values = new ArrayList<>();
            for (long row = 0; row < result.rowCount(); row++) {
                values.add(((Number) Objects.requireNonNull(result.column(0).get(row))).longValue());
            }
            return values;
        }
    }

    @Test
    void aSeedGivesTheSameRowsOnAnyThreads(MemoryPool pool) {
        for (String sample : List.of("3% (bernoulli, 7)", "reservoir(50 ROWS) REPEATABLE (7)")) {
            String query = "SELECT n FROM " + RANGE + " TABLESAMPLE " + sample + " ORDER BY n";
            List<Long> rows = longs(pool, 1, query);
            assertThat(longs(pool, 4, query)).isEqualTo(rows).isNotEmpty().doesNotHaveDuplicates();
            assertThat(longs(pool, 1, query.replace("7)", "8)"))).isNotEqualTo(rows);
        }
    }

    @Test
    void eachRowHasItsChance(MemoryPool pool) {
        // Ten standard deviations: sqrt(200,000 * 0.1 * 0.9) = 134.
        assertThat(longs(pool, 4, "SELECT count(*) FROM " + RANGE + " TABLESAMPLE 10%")
                        .getFirst())
                .isBetween(20_000L - 1340, 20_000L + 1340);
        assertThat(longs(pool, 4, "SELECT count(*) FROM " + RANGE + " USING SAMPLE 0%")
                        .getFirst())
                .isZero();
        assertThat(longs(pool, 4, "SELECT count(*) FROM " + RANGE + " USING SAMPLE 100 PERCENT")
                        .getFirst())
                .isEqualTo(ROWS);
    }

    @Test
    void aNumberOfRowsIsTaken(MemoryPool pool) {
        assertThat(longs(pool, 4, "SELECT count(*) FROM " + RANGE + " TABLESAMPLE 17 ROWS")
                        .getFirst())
                .isEqualTo(17);
        assertThat(longs(pool, 4, "SELECT count(*) FROM range(5) t(n) USING SAMPLE 17")
                        .getFirst())
                .isEqualTo(5);
    }

    @Test
    void aSampleIsTakenBeforeConditions(MemoryPool pool) {
        String query = "SELECT count(*) FROM range(1000) t(n) WHERE n < 500 USING SAMPLE 100 ROWS";
        assertThat(longs(pool, 4, query).getFirst()).isBetween(10L, 90L);
    }

    @Test
    void randomNumbersFillTheirRange(MemoryPool pool) {
        List<Long> tenths = longs(
                pool,
                4,
                "SELECT count(*) AS c FROM (SELECT random() AS x FROM " + RANGE
                        + ") WHERE x >= 0 AND x < 1 GROUP BY floor(x * 10)");
        assertThat(tenths).hasSize(10).allSatisfy(count -> assertThat(count).isBetween(18_660L, 21_340L));
    }

    @Test
    void aRandomNumberIsOneNumberWhereverItIsRead(MemoryPool pool) {
        assertThat(longs(
                                pool,
                                4,
                                "SELECT count(*) FROM (SELECT random() AS x, random() AS y FROM " + RANGE
                                        + ") WHERE x = x AND x + 1 = x + 1.0 AND x <> y")
                        .getFirst())
                .isEqualTo(ROWS);
        assertThat(longs(pool, 4, "SELECT n FROM " + RANGE + " WHERE random() < 0.5 ORDER BY random() LIMIT 3"))
                .hasSize(3);
    }
}
