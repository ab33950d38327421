package dev.sheaf.clickbench;

/// A table with the columns of ClickBench's `hits` that its queries read, as a query of DuckDB. Every value is a
/// hash of its row, and some values that the queries ask for are frequent.
final class PageViews {
    private static final String ROW =
            "SELECT hash(i) AS h, hash(i + 1000003) AS g, hash(hash(i) %% %1$d) AS u FROM range(%1$d) r(i)";

    private static final String COLUMNS = """
        CAST(h %% 4611686018427387904 AS BIGINT) AS WatchID,
        CASE u %% 500 WHEN 0 THEN 435090932899640449 ELSE CAST(u %% (%1$d // 5) AS BIGINT) END AS UserID,
        CAST(u %% (%1$d // 9) AS INTEGER) AS ClientIP,
        CAST(u %% 97 AS INTEGER) AS RegionID,
        CAST(CASE WHEN h %% 3 = 0 THEN 62 ELSE g %% 40 END AS INTEGER) AS CounterID,
        TIMESTAMP '2013-07-01' + to_seconds(CAST(g %% 2678400 AS BIGINT)) AS EventTime,
        CAST(TIMESTAMP '2013-07-01' + to_seconds(CAST(g %% 2678400 AS BIGINT)) AS DATE) AS EventDate,
        CASE WHEN h %% 7 > 0 THEN '' ELSE 'phrase ' || CAST(u %% (%1$d // 16) AS VARCHAR) END AS SearchPhrase,
        CAST(CASE WHEN h %% 7 > 0 THEN 0 ELSE 1 + u %% 12 END AS SMALLINT) AS SearchEngineID,
        CAST(CASE WHEN h %% 90 = 1 THEN 1 + g %% 18 ELSE 0 END AS SMALLINT) AS AdvEngineID,
        CAST(320 + 16 * (g %% 90) AS SMALLINT) AS ResolutionWidth,
        CAST(g %% 20 AS SMALLINT) AS WindowClientWidth,
        CAST(g %% 15 AS SMALLINT) AS WindowClientHeight,
        CASE WHEN g %% 11 = 0 THEN 'http://www.google.com/search?' ELSE 'https://site' || CAST(u %% 300 AS VARCHAR) || '.org/' END
            || CAST(g %% (%1$d // 40) AS VARCHAR) AS URL,
        CASE WHEN g %% 13 = 0 THEN '' ELSE 'http://www.from' || CAST(u %% 40 AS VARCHAR) || '.net/a/' || CAST(g %% 90 AS VARCHAR) END AS Referer,
        CASE WHEN h %% 5 = 0 THEN 'Google it ' ELSE 'Title ' END || CAST(u %% 200 AS VARCHAR) AS Title,
        CASE WHEN u %% 9 > 0 THEN '' ELSE 'phone ' || CAST(u %% 77 AS VARCHAR) END AS MobilePhoneModel,
        CAST(u %% 6 AS SMALLINT) AS MobilePhone,
        CAST(g %% 9 AS SMALLINT) - 1 AS TraficSourceID,
        CAST(CASE WHEN h %% 100 < 13 THEN 1 ELSE 0 END AS SMALLINT) AS IsRefresh,
        CAST(CASE WHEN g %% 8 = 0 THEN 1 ELSE 0 END AS SMALLINT) AS IsLink,
        CAST(CASE WHEN g %% 50 = 0 THEN 1 ELSE 0 END AS SMALLINT) AS IsDownload,
        CAST(CASE WHEN g %% 30 = 0 THEN 1 ELSE 0 END AS SMALLINT) AS DontCountHits,
        CASE g %% 4 WHEN 0 THEN 2868770270353813622 ELSE CAST(u %% 1000 AS BIGINT) END AS URLHash,
        CASE h %% 4 WHEN 0 THEN 3594120000172545465 ELSE CAST(u %% 1000 AS BIGINT) END AS RefererHash\
        """;

    private PageViews() {}

    static String query(int rows) {
        return ("SELECT " + COLUMNS + " FROM (" + ROW + ")").formatted(rows);
    }
}
