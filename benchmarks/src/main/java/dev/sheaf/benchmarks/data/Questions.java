package dev.sheaf.benchmarks.data;

import java.util.List;

/// The questions, in SQL that Sheaf and DuckDB both take.
public final class Questions {
    private Questions() {}

    /// The ten of db-benchmark's group-by task, over `x`.
    ///
    /// @see <a
    ///     href="https://github.com/duckdblabs/db-benchmark/blob/main/duckdb/groupby-duckdb.R">groupby-duckdb.R</a>
    public static final List<Question> GROUP_BY = List.of(
            new Question("q1", "SELECT id1, sum(v1) AS v1 FROM x GROUP BY id1", 1),
            new Question("q2", "SELECT id1, id2, sum(v1) AS v1 FROM x GROUP BY id1, id2", 2),
            new Question("q3", "SELECT id3, sum(v1) AS v1, avg(v3) AS v3 FROM x GROUP BY id3", 1),
            new Question("q4", "SELECT id4, avg(v1) AS v1, avg(v2) AS v2, avg(v3) AS v3 FROM x GROUP BY id4", 1),
            new Question("q5", "SELECT id6, sum(v1) AS v1, sum(v2) AS v2, sum(v3) AS v3 FROM x GROUP BY id6", 1),
            new Question(
                    "q6",
                    "SELECT id4, id5, quantile_cont(v3, 0.5) AS median_v3, stddev(v3) AS sd_v3 FROM x GROUP BY id4, id5",
                    2),
            new Question("q7", "SELECT id3, max(v1) - min(v2) AS range_v1_v2 FROM x GROUP BY id3", 1),
            new Question(
                    "q8", "SELECT id6, unnest(max(v3, 2)) AS largest2_v3 FROM x WHERE v3 IS NOT NULL GROUP BY id6", 2),
            new Question("q9", "SELECT id2, id4, pow(corr(v1, v2), 2) AS r2 FROM x GROUP BY id2, id4", 2),
            new Question(
                    "q10",
                    "SELECT id1, id2, id3, id4, id5, id6, sum(v3) AS v3, count(*) AS n FROM x"
                            + " GROUP BY id1, id2, id3, id4, id5, id6",
                    6));

    /// Total price by status, over `orders`.
    public static final List<Question> ORDERS = List.of(new Question(
            "total by status",
            "SELECT o_orderstatus, sum(o_totalprice) AS total_price FROM orders GROUP BY o_orderstatus",
            1));

    /// Aggregates that need the members of each group, over `hits`: 15 widths, a user for every 6 rows, and views
    /// that are all different. Lists come out as rows, since their order is open, except where each has one member.
    public static final List<Question> MEMBERS = List.of(
            new Question("nunique-one", "SELECT count(DISTINCT WatchID) AS views, count(*) AS n FROM hits", 0),
            new Question(
                    "nunique-few",
                    "SELECT ResolutionWidth, count(DISTINCT WatchID) AS views FROM hits GROUP BY ResolutionWidth",
                    1),
            new Question(
                    "nunique-many",
                    "SELECT UserID, count(DISTINCT ResolutionWidth) AS widths FROM hits GROUP BY UserID",
                    1),
            new Question(
                    "nunique-all",
                    "SELECT WatchID, count(DISTINCT ResolutionWidth) AS widths FROM hits GROUP BY WatchID",
                    1),
            new Question(
                    "nunique-text",
                    "SELECT RegionID, count(DISTINCT SearchPhrase) AS phrases FROM hits GROUP BY RegionID",
                    1),
            new Question(
                    "median-few",
                    "SELECT ResolutionWidth, median(ClientIP) AS middle FROM hits GROUP BY ResolutionWidth",
                    1),
            new Question("median-many", "SELECT UserID, median(ClientIP) AS middle FROM hits GROUP BY UserID", 1),
            new Question("median-all", "SELECT WatchID, median(ClientIP) AS middle FROM hits GROUP BY WatchID", 1),
            new Question(
                    "list-few",
                    "SELECT ResolutionWidth, unnest(list(ClientIP)) AS address FROM hits GROUP BY ResolutionWidth",
                    2),
            new Question("list-many", "SELECT UserID, unnest(list(ClientIP)) AS address FROM hits GROUP BY UserID", 2),
            new Question("list-all", "SELECT WatchID, list(ClientIP) AS addresses FROM hits GROUP BY WatchID", 1));
}
