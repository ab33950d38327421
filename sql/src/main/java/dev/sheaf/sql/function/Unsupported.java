package dev.sheaf.sql.function;

import java.util.Map;
import java.util.Optional;

/// Functions of DuckDB that Sheaf does not have, and what to write instead.
public final class Unsupported {
    private static final String NOT_YET = " is not supported yet";

    private static final Map<String, String> HINTS = Map.ofEntries(
            Map.entry("histogram", "; group by the value and count"),
            Map.entry("concat_ws", "; use concat or ||"),
            Map.entry("regexp_matches", "; use LIKE, contains, starts_with or ends_with"),
            Map.entry("regexp_replace", "; use replace"),
            Map.entry("strftime", "; use date_part or date_trunc"));

    private Unsupported() {}

    /// What to say of a function, if it is one that people may expect.
    public static Optional<String> hint(String function) {
        return Optional.ofNullable(HINTS.get(function)).map(hint -> "the function " + function + NOT_YET + hint);
    }
}
