package dev.sheaf.spark.bench;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// Whether both give the same answer, so that no wrong one is timed.
final class Answers {
    private static final double TOLERANCE = 1e-9;

    private Answers() {}

    /// Compares sums over all rows of the answer, of hashes where values are exact and of the values where not: large
    /// answers are not gathered in one place.
    static void check(SparkSession spark, String sql) {
        Row expected = summary(spark, sql, false);
        Row actual = summary(spark, sql, true);
        for (int i = 0; i < expected.length(); i++) {
            if (!isSame(expected.get(i), actual.get(i))) {
                throw new IllegalStateException("Spark has " + expected + ", Sheaf " + actual + " of " + sql);
            }
        }
    }

    private static Row summary(SparkSession spark, String sql, boolean onSheaf) {
        spark.conf().set("spark.sheaf.enabled", onSheaf);
        Dataset<Row> answer = spark.sql(sql);
        StringBuilder exact = new StringBuilder("sum(CAST(xxhash64(0");
        StringBuilder floats = new StringBuilder();
        for (var field : answer.schema().fields()) {
            if (field.dataType().typeName().equals("double")) {
                floats.append(", sum(").append(quoted(field.name())).append(')');
            } else {
                exact.append(", ").append(quoted(field.name()));
            }
        }
        exact.append(") AS DECIMAL(20)))").append(floats).append(", count(*)");
        answer.createOrReplaceTempView("answer");
        return spark.sql("SELECT " + exact + " FROM answer").collectAsList().getFirst();
    }

    private static String quoted(String name) {
        return "`" + name + "`";
    }

    private static boolean isSame(Object expected, Object actual) {
        if (expected instanceof Double theirs && actual instanceof Double ours) {
            return Math.abs(theirs - ours) <= TOLERANCE * Math.max(1, Math.abs(theirs));
        }
        return java.util.Objects.equals(expected, actual);
    }
}
