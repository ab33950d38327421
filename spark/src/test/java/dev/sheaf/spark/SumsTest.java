package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/// Sums of floats that have the same bits however rows and groups are spread.
class SumsTest {
    private static final long ROWS = 20_000;
    private static final int[] INPUT_PARTITIONS = {2, 3, 8};
    private static final int[] PARTITIONS = {1, 4, 200};

    private SparkSession spark;

    @BeforeEach
    void open() {
        spark = TestSessions.open();
        spark.conf().set("spark.sql.adaptive.enabled", "false");
        spark.conf().set("spark.sheaf.sums", "reproducible");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sum(v), avg(v), sum(CAST(v AS FLOAT)), var_pop(v), stddev_samp(v)",
                "covar_samp(v, w), corr(v, w), regr_slope(v, w), regr_intercept(v, w)",
                "count(DISTINCT id % 5), sum(v)",
            })
    void bitsAreTheSameOverAnyPartitions(String measures) {
        Set<Set<List<Object>>> answers = new HashSet<>();
        for (int input : INPUT_PARTITIONS) {
            table(input);
            for (int partitions : PARTITIONS) {
                spark.conf().set("spark.sql.shuffle.partitions", partitions);
                answers.add(answer("SELECT k, " + measures + " FROM t GROUP BY k"));
            }
        }

        assertThat(answers).hasSize(1);
    }

    /// Magnitudes lie far apart, so that sums in another order have other bits.
    private void table(int partitions) {
        spark.range(0, ROWS, 1, partitions)
                .selectExpr("id", "hash(id) % 20 AS k", "exp(id % 40) / (1 + id % 97) AS v", "sin(id) * 1e9 AS w")
                .createOrReplaceTempView("t");
    }

    /// Doubles in a set are equal if their bits are.
    private Set<List<Object>> answer(String sql) {
        Dataset<Row> query = spark.sql(sql);
        Set<List<Object>> rows = new HashSet<>();
        query.collectAsList()
                .forEach(row -> rows.add(
                        CollectionConverters.asJava(row.toSeq()).stream().toList()));
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        return rows;
    }
}
