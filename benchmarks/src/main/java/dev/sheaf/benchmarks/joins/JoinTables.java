package dev.sheaf.benchmarks.joins;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import java.util.List;

/// The two tables, the same on both sides: `facts`, and `dims` with one row for each key. A tenth of the rows of
/// `facts` have keys that `dims` lacks.
record JoinTables(long facts, long dims) {
    /// Keys of every kind, each made of one number: `a` int32, `b` int64 and scattered, `s` text, `d` date, `g`
    /// int16 of few values, `p` decimal.
    private static final String KEYS = "CAST(k AS INTEGER) AS a, CAST(hash(k) >> 1 AS BIGINT) AS b, 'key-' || k AS s,"
            + " DATE '2000-01-01' + CAST(k % 3650 AS INTEGER) AS d, CAST(k % 1000 AS SMALLINT) AS g,"
            + " CAST(k AS DECIMAL(18, 2)) AS p";

    /// Loads the tables into both engines, by files that are deleted afterwards.
    void load(SheafEngine sheaf, DuckDb duckdb) {
        duckdb.execute(
                "CREATE TABLE facts AS SELECT * EXCLUDE (i, k), i AS id, CAST(hash(i) % 1000 AS DOUBLE) / 8 AS v,"
                        + " CAST(hash(i + 7) % 100 AS INTEGER) AS w FROM (SELECT i, k, " + KEYS
                        + " FROM (SELECT i, CAST(hash(i * 31 + 5) % " + Math.ceilDiv(dims * 10, 9)
                        + " AS BIGINT) AS k FROM range(" + facts + ") r(i)))");
        duckdb.execute("CREATE TABLE dims AS SELECT * EXCLUDE (k), CAST(hash(k + 3) % 1000 AS DOUBLE) / 8 AS x,"
                + " CAST(hash(k + 11) % 100 AS INTEGER) AS y, 'category ' || (k % 97) AS c"
                + " FROM (SELECT k, " + KEYS + " FROM range(" + dims + ") r(k)) ORDER BY hash(b)");
        for (String table : List.of("facts", "dims")) {
            sheaf.loadFrom(duckdb, table);
        }
    }
}
