package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.MomentFunctions;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.StructFunctions;
import dev.sheaf.sql.function.TypedFunctions;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/// Which names of functions SQL has of its own.
public final class FunctionNames {
    private static final Set<String> SPECIAL =
            Set.of("random", "row", "struct_pack", "grouping", "grouping_id", "unnest");

    private FunctionNames() {}

    /// Whether a name, in any case, is that of a function of SQL.
    public static boolean isTaken(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return SPECIAL.contains(key)
                || ScalarFunctions.find(key).isPresent()
                || TypedFunctions.find(key).isPresent()
                || StructFunctions.takesFields(key)
                || MomentFunctions.now(key, Instant.EPOCH).isPresent()
                || AggregateFunctions.isKnown(key)
                || ComposedAggregates.isKnown(key)
                || WindowBinder.FUNCTIONS.contains(key);
    }
}
