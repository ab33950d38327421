package dev.sheaf.groupby.cuda.request;

import dev.sheaf.query.QueryContext;

/// The setting `cuda.strategy`: `general`, or the name of a fast strategy; else by what the data are.
public final class StrategySetting {
    private static final String NAME = "cuda.strategy";
    private static final String COMPILE = "cuda.compile";

    private StrategySetting() {}

    /// Its value; empty if it is not set.
    public static String of(QueryContext context) {
        return context.settings().get(NAME).orElse("");
    }

    /// Whether a query waits for kernels that have to be compiled, though others could answer it: where a strategy is
    /// named, and where the setting `cuda.compile`, or the system property `sheaf.cuda.compile`, is `wait`.
    public static boolean isPatient(QueryContext context) {
        String compile = context.settings().get(COMPILE).orElseGet(() -> System.getProperty("sheaf." + COMPILE, ""));
        return compile.equals("wait") || !of(context).isEmpty();
    }

    /// Whether it leaves a query to the general strategy.
    public static boolean isGeneral(QueryContext context) {
        return of(context).equals("general");
    }
}
