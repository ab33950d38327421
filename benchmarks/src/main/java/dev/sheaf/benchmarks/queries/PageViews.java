package dev.sheaf.benchmarks.queries;

import java.nio.file.Path;

/// ClickBench's table `hits`, with the columns that its 43 queries read, as a query of DuckDB: those of a file of
/// `HitsDataset`, and hashes of its rows. Values that the queries ask for are frequent.
final class PageViews {
    private static final String QUERY = """
            SELECT * EXCLUDE (h, g, u) REPLACE (
                CASE WHEN u % 500 = 0 THEN 435090932899640449 ELSE UserID END AS UserID,
                CASE WHEN g % 61 = 0 THEN 'http://www.google.com/search?' || URL ELSE URL END AS URL),
                CAST(CASE WHEN h % 3 = 0 THEN 62 ELSE u % 4000 END AS INTEGER) AS CounterID,
                CAST(EventTime AS DATE) AS EventDate,
                CAST(g % 20 AS SMALLINT) AS WindowClientWidth,
                CAST(g % 15 AS SMALLINT) AS WindowClientHeight,
                CASE WHEN g % 5 = 0 THEN '' ELSE 'http://www.from' || (u % 4000) || '.net/' || (g % 900) || '/'
                    || left(URL, 40) END AS Referer,
                CASE WHEN h % 50 = 0 THEN 'Google it ' ELSE 'Title ' END || right(URL, 60) AS Title,
                CASE WHEN u % 9 > 0 THEN '' ELSE 'phone ' || (u % 77) END AS MobilePhoneModel,
                CAST(u % 6 AS SMALLINT) AS MobilePhone,
                CAST(g % 9 AS SMALLINT) - 1 AS TraficSourceID,
                CAST(g % 8 = 0 AS SMALLINT) AS IsLink,
                CAST(g % 50 = 0 AS SMALLINT) AS IsDownload,
                CAST(g % 30 = 0 AS SMALLINT) AS DontCountHits,
                CASE WHEN g % 4 = 0 THEN 2868770270353813622 ELSE CAST(hash(URL) >> 1 AS BIGINT) END AS URLHash,
                CASE WHEN h % 4 = 0 THEN 3594120000172545465 ELSE CAST(u % 1000 AS BIGINT) END AS RefererHash
            FROM (SELECT *, hash(WatchID) AS h, hash(WatchID + 1) AS g, hash(UserID) AS u
                FROM read_parquet('%FILE%'))""";

    private PageViews() {}

    static String query(Path file) {
        return QUERY.replace("%FILE%", file.toString());
    }
}
