package dev.sheaf.benchmarks.windows;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import java.util.List;

/// The rows, in random order and the same on both sides.
///
/// ```
/// id            number of the row
/// p1 .. p7      to partition by: int8 of 5, text of 50, date of 365, scattered int64 of 2,000, decimal of a
///               hundredth of the rows, text of a tenth of the rows, int32 of 1,000 and nulls
/// o1 .. o6      to order by: int32 of many ties, timestamp, date, float64, decimal, text
/// i, x, d, s, b values: int32, float64 in eighths, decimal, text, bool; nulls in `x` and `s`
/// ```
record WindowTable(long rows) {
    static final List<String> PARTITIONS = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7");
    static final List<String> ORDERS = List.of("o1", "o2", "o3", "o4", "o5", "o6");

    void load(SheafEngine sheaf, DuckDb duckdb) {
        String partitions = "CAST(h1 % 5 AS TINYINT) AS p1, 'part-' || h2 % 50 AS p2,"
                + " DATE '2024-01-01' + CAST(h3 % 365 AS INTEGER) AS p3, CAST(hash(h4 % 2000) >> 1 AS BIGINT) AS p4,"
                + " CAST(h5 % " + Math.max(1, rows / 100) + " AS DECIMAL(12, 2)) AS p5, 'customer ' || h6 % "
                + Math.max(1, rows / 10) + " AS p6,"
                + " CASE WHEN h7 % 10 > 0 THEN CAST(h7 // 10 % 1000 AS INTEGER) END AS p7";
        String orders = "CAST(h8 % 1000 AS INTEGER) AS o1,"
                + " TIMESTAMP '2024-01-01' + to_seconds(CAST(h1 // 8 % 31536000 AS BIGINT)) AS o2,"
                + " DATE '2000-01-01' + CAST(h2 // 64 % 9000 AS INTEGER) AS o3,"
                + " CAST(h3 // 512 % 1000000 AS DOUBLE) / 64 AS o4,"
                + " CAST(h4 // 4096 % 1000000 AS DECIMAL(12, 2)) AS o5, 'name ' || h5 // 8 % 100000 AS o6";
        String values = "CAST(h6 // 16 % 100000 AS INTEGER) - 50000 AS i,"
                + " CASE WHEN h7 // 1024 % 20 > 0 THEN CAST(h8 // 1024 % 80000 AS DOUBLE) / 8 - 5000 END AS x,"
                + " CAST(h1 // 1024 % 100000 AS DECIMAL(12, 2)) AS d,"
                + " CASE WHEN h2 // 8 % 20 > 0 THEN 'text ' || h3 // 8 % 5000 END AS s, h4 % 3 = 0 AS b";
        StringBuilder hashes = new StringBuilder();
        for (int i = 1; i <= 8; i++) {
            hashes.append(", hash(r * 8 + ").append(i).append(") AS h").append(i);
        }
        duckdb.execute("CREATE TABLE t AS SELECT r AS id, " + partitions + ", " + orders + ", " + values
                + " FROM (SELECT r" + hashes + " FROM range(" + rows + ") g(r))");
        sheaf.loadFrom(duckdb, "t");
    }
}
