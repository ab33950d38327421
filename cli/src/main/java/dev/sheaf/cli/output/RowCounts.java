package dev.sheaf.cli.output;

import java.util.Locale;

/// Numbers of rows in words.
public final class RowCounts {
    private RowCounts() {}

    /// `1 row`, `1,000 rows`.
    public static String rows(long rows) {
        return String.format(Locale.ROOT, "%,d row%s", rows, rows == 1 ? "" : "s");
    }

    /// What a statement did that gives no rows: `done, 3 rows`.
    public static String changed(long rows) {
        return "done, " + rows(rows);
    }
}
