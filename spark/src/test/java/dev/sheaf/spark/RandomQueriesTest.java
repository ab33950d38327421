package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Random queries with the plugin beside Spark alone, with and without adaptive execution and ANSI rules, from rows and
/// from Parquet files. No plan may have half an aggregation of ours.
class RandomQueriesTest {
    private static final int CASES = 3000;
    private static final int CASES_OF_A_BUILD = 60;
    private static final int[] SIZES = {0, 1, 40, 900};
    private static final long SEED = 0x5EAF;

    private static SparkSession spark;

    @BeforeAll
    static void makeTables() {
        spark = TestSessions.open();
        spark.conf().set("spark.sql.parquet.filterPushdown", "false"); // it loses -0.0 where 0.0 is asked for
        SplittableRandom random = new SplittableRandom(SEED);
        for (int size : SIZES) {
            List<Row> rows = new RandomRows(random, size % 100 == 0 ? 20 : 5).rows(size);
            Dataset<Row> table = spark.createDataFrame(rows, RandomRows.SCHEMA);
            table.createOrReplaceTempView("rows" + size);
            String files = TestSessions.folder("table").resolve("files").toString();
            table.repartition(3).write().parquet(files);
            spark.read().parquet(files).createOrReplaceTempView("files" + size);
            String folders = TestSessions.folder("table").resolve("folders").toString();
            table.filter("id % 3 > 0").coalesce(1).write().partitionBy("flag").parquet(folders);
            table.filter("id % 3 = 0")
                    .drop("price", "word")
                    .coalesce(1)
                    .write()
                    .mode("append")
                    .partitionBy("flag")
                    .parquet(folders);
            spark.read().schema(RandomRows.SCHEMA).parquet(folders).createOrReplaceTempView("folders" + size);
        }
    }

    @Test
    void anyQueryGivesWhatSparkGives() {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger onSheaf = new AtomicInteger();
        RandomCases.run(CASES, CASES_OF_A_BUILD, random -> {
            asked.incrementAndGet();
            if (check(random)) {
                onSheaf.incrementAndGet();
            }
        });
        if (asked.get() > 50) {
            assertThat(onSheaf.get()).as("queries on Sheaf of %s", asked).isGreaterThan(asked.get() / 2);
        }
    }

    private static boolean check(SplittableRandom random) {
        boolean ansi = random.nextBoolean();
        set("spark.sql.ansi.enabled", ansi);
        set("spark.sql.adaptive.enabled", random.nextBoolean());
        set("spark.sql.adaptive.coalescePartitions.enabled", random.nextBoolean());
        set("spark.sheaf.scan.enabled", random.nextInt(4) > 0);
        String zone = random.nextInt(5) == 0 ? "America/New_York" : "UTC";
        spark.conf().set("spark.sql.session.timeZone", zone);
        String table = List.of("rows", "files", "files", "folders").get(random.nextInt(4))
                + SIZES[random.nextInt(SIZES.length)];
        String sql = new RandomQuery(random, ansi).sql(table);
        Optional<List<Row>> expected = unlessRefused(() -> run(sql, false).collectAsList());
        Dataset<Row> query = run(sql, true);
        Optional<List<Row>> actual = unlessRefused(query::collectAsList);
        // Spark computes projections of a table of few rows when it plans
        Optional<PlanHalves> plan = unlessRefused(() -> PlanHalves.of(query));
        assertThat(actual.isPresent()).as(sql).isEqualTo(expected.isPresent());
        expected.ifPresent(rows -> assertThat(RowDifference.between(rows, actual.orElseThrow()))
                .as(sql)
                .isEmpty());
        assertThat(plan.flatMap(PlanHalves::brokenHalf)).as(sql).isEmpty();
        return plan.isPresent() && plan.get().isOnSheaf();
    }

    /// What a step of a query gives, or nothing if a number does not fit its type, or a correlation is that of a
    /// constant.
    private static <T> Optional<T> unlessRefused(Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (Exception failed) {
            assertThat(failed.getMessage()).containsAnyOf("ARITHMETIC_OVERFLOW", "DIVIDE_BY_ZERO");
            return Optional.empty();
        }
    }

    private static Dataset<Row> run(String sql, boolean onSheaf) {
        set("spark.sheaf.enabled", onSheaf);
        return spark.sql(sql);
    }

    private static void set(String name, boolean value) {
        spark.conf().set(name, value);
    }
}
