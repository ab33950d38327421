package dev.sheaf.groupby.cuda.request;

import dev.sheaf.query.QueryContext;
import java.util.Set;

/// The setting `cuda.strategy`: `general`, or one of its groupings `ticket`, `sorted` and `presorted`; the name of a
/// fast strategy; else by what the data are.
public final class StrategySetting {
    private static final String NAME = "cuda.strategy";

    private static final Set<String> GENERAL = Set.of("general", "ticket", "sorted", "presorted");

    private StrategySetting() {}

    /// Its value; empty if it is not set.
    public static String of(QueryContext context) {
        return context.settings().get(NAME).orElse("");
    }

    /// Whether it leaves a query to the general strategy.
    public static boolean isGeneral(QueryContext context) {
        return GENERAL.contains(of(context));
    }
}
