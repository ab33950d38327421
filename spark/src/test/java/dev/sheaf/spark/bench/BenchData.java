package dev.sheaf.spark.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/// The tables of the benchmark, written by Spark itself as Parquet files: `x` as db-benchmark's group-by has it, and
/// the columns of `lineitem` that TPC-H's Q1 reads. Values are hashes of row numbers, so each run has the same.
final class BenchData {
    private static final int GROUPS = 100;
    private static final int LEAST_FILES = 4;
    private static final int ROWS_OF_A_FILE = 2_500_000;

    private final SparkSession spark;
    private final Path folder;
    private final long rows;

    BenchData(SparkSession spark, Path folder, long rows) {
        this.spark = spark;
        this.folder = folder;
        this.rows = rows;
    }

    /// Makes views of the tables, and their files if they are not there yet.
    void open() {
        long rare = Math.max(1, rows / GROUPS);
        table(
                "x",
                List.of(
                        "format_string('id%03d', " + number(1, GROUPS) + ") AS id1",
                        "format_string('id%03d', " + number(2, GROUPS) + ") AS id2",
                        "format_string('id%010d', " + number(3, rare) + ") AS id3",
                        "CAST(" + number(4, GROUPS) + " AS INT) AS id4",
                        "CAST(" + number(5, GROUPS) + " AS INT) AS id5",
                        "CAST(" + number(6, rare) + " AS INT) AS id6",
                        "CAST(" + number(7, 5) + " AS INT) AS v1",
                        "CAST(" + number(8, 15) + " AS INT) AS v2",
                        "round(" + number(9, 100_000_000) + " / 1e6, 6) AS v3"));
        table(
                "lineitem",
                List.of(
                        "element_at(array('A', 'N', 'R'), CAST(" + number(1, 3) + " AS INT)) AS l_returnflag",
                        "element_at(array('F', 'O'), CAST(" + number(2, 2) + " AS INT)) AS l_linestatus",
                        "CAST(" + number(3, 50) + " AS DECIMAL(12, 2)) AS l_quantity",
                        "CAST(" + number(4, 10_000_000) + " / 100 AS DECIMAL(12, 2)) AS l_extendedprice",
                        "CAST(" + number(5, 10) + " / 100 AS DECIMAL(12, 2)) AS l_discount",
                        "CAST(" + number(6, 8) + " / 100 AS DECIMAL(12, 2)) AS l_tax",
                        "date_add(DATE'1992-01-02', CAST(" + number(7, 2525) + " AS INT)) AS l_shipdate"));
    }

    /// A whole number from 1 to `most`.
    private static String number(int column, long most) {
        return "(1 + pmod(xxhash64(id, " + column + "), " + most + "))";
    }

    private void table(String name, List<String> columns) {
        String files = folder.resolve(name + rows).toString();
        if (!Files.exists(folder.resolve(name + rows).resolve("_SUCCESS"))) {
            spark.range(0, rows, 1, (int) Math.max(LEAST_FILES, rows / ROWS_OF_A_FILE))
                    .selectExpr(columns.toArray(String[]::new))
                    .write()
                    .mode("overwrite")
                    .parquet(files);
        }
        spark.read().parquet(files).createOrReplaceTempView(name);
    }
}
