package dev.sheaf.groupby.cuda.request;

import dev.sheaf.query.QueryContext;

/// The setting `cuda.strategy`: `general`, or the name of a fast strategy; else by what the data are.
public final class StrategySetting {
    private static final String NAME = "cuda.strategy";

    private StrategySetting() {}

    /// Its value; empty if it is not set.
    public static String of(QueryContext context) {
        return context.settings().get(NAME).orElse("");
    }

    /// Whether it leaves a query to the general strategy.
    public static boolean isGeneral(QueryContext context) {
        return of(context).equals("general");
    }
}
