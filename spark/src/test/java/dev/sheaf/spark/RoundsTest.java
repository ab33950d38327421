package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How often a map task hands its groups on.
class RoundsTest {
    private static final int ROWS = 300_000;

    @ParameterizedTest
    @CsvSource({"id * 2, 300000, 4, 300000", "id % 50000, 50000, 2, 100000"})
    void groupsThatHardlyRepeatAreHandedOnEarly(String key, int keys, long rounds, long groups) {
        SparkSession spark = TestSessions.open();
        spark.range(0, ROWS, 1, 2).selectExpr(key + " AS k", "id").createOrReplaceTempView("many");
        Dataset<Row> query = spark.sql("SELECT k, sum(id) AS s FROM many GROUP BY k");
        List<Row> rows = query.collectAsList();
        PlanHalves plan = PlanHalves.of(query);

        assertThat(rows).hasSize(keys);
        assertThat(rows.stream().mapToLong(row -> row.getLong(1)).sum()).isEqualTo(ROWS * (ROWS - 1L) / 2);
        assertThat(plan.metric(PlanHalves.FIRST, "numRounds")).isEqualTo(rounds);
        assertThat(plan.metric(PlanHalves.FIRST, "numGroups")).isEqualTo(groups);
    }
}
