package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The generator's queries are ones that DuckDB takes.
class GeneratorTest {

    @Test
    void nearlyAllGeneratedQueriesAreValid() {
        int[] counts = new int[3];
        try (DuckDb duck = new DuckDb()) {
            RandomCases.run(20, random -> {
                TestTable table = TestTable.random(random);
                duck.create("t", table.rows());
                for (int i = 0; i < 20; i++) {
                    SqlQuery query =
                            new QueryGenerator(new SplittableRandom(random.nextLong())).query("t", table.columns());
                    counts[0]++;
                    try {
                        counts[1] += duck.query(query.text()).rows().isEmpty() ? 0 : 1;
                    } catch (SQLException refused) {
                        counts[2]++;
                        System.err.println(query.text() + "\n   "
                                + refused.getMessage().lines().findFirst().orElse(""));
                    }
                }
            });
        }
        System.err.println(java.util.Arrays.toString(counts));
        assertThat(counts[2]).isLessThan(counts[0] / 20);
    }
}
