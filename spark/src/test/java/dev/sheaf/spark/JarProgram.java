package dev.sheaf.spark;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// A program of a user, which knows Spark alone: writes a Parquet file, and asks for sums of it.
public final class JarProgram {
    private JarProgram() {}

    /// Prints the sums, and then how many operators and splits were Sheaf's.
    public static void main(String[] arguments) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            String files = arguments[0];
            spark.range(0, 1000, 1, 2)
                    .selectExpr("concat('k', id % 2) AS k", "id / 4D AS v")
                    .write()
                    .parquet(files);
            spark.read().parquet(files).createOrReplaceTempView("t");
            Dataset<Row> sums = spark.sql("SELECT k, count(*), sum(v) FROM t GROUP BY k ORDER BY k");
            sums.collectAsList().forEach(System.out::println);
            PlanHalves plan = PlanHalves.of(sums);
            long splits = plan.nodes().stream()
                    .filter(node -> node.name().equals(PlanHalves.FIRST))
                    .mapToLong(node -> node.plan().metrics().apply("numSplits").value())
                    .sum();
            System.out.println(plan.count(PlanHalves.LAST) + " on Sheaf, " + splits + " splits");
        }
    }
}
