package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.Names;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.StructFunctions;
import dev.sheaf.sql.function.TemporalFunctions;
import dev.sheaf.sql.function.TypedFunctions;
import dev.sheaf.sql.function.Unsupported;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Which names of functions SQL has of its own, and how calls name them.
public final class FunctionNames {
    /// Functions that need a window.
    static final Set<String> WINDOW = Set.of(
            "row_number",
            "rank",
            "dense_rank",
            "percent_rank",
            "cume_dist",
            "ntile",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "nth_value");

    static final Set<String> GROUPING = Set.of("grouping", "grouping_id");

    private static final Set<String> SPECIAL = Set.of(
            "random",
            "row",
            "struct_pack",
            "unnest",
            "uuid",
            "gen_random_uuid",
            "uuidv4",
            "nextval",
            "currval",
            "getvariable",
            "current_setting");

    private FunctionNames() {}

    /// Whether a name, in any case, is that of a function of SQL.
    public static boolean isTaken(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return SPECIAL.contains(key)
                || GROUPING.contains(key)
                || ScalarFunctions.find(key).isPresent()
                || TypedFunctions.find(key).isPresent()
                || StructFunctions.takesFields(key)
                || ListQueries.names().contains(key)
                || TemporalFunctions.now(key, Instant.EPOCH).isPresent()
                || AggregateFunctions.isKnown(key)
                || ComposedAggregates.isKnown(key)
                || WINDOW.contains(key);
    }

    /// The name that a call is looked up by.
    static String key(Expression.Call call) {
        return call.name().toLowerCase(Locale.ROOT);
    }

    static boolean isPlain(Expression.Call call) {
        return call.modifiers().equals(Modifiers.NONE);
    }

    /// The values of the arguments, which have no names.
    static List<Expression> values(Expression.Call call, ExpressionSite site) {
        for (Argument argument : call.arguments()) {
            argument.name().ifPresent(name -> {
                throw site.error(name, key(call) + " takes no argument by name; write the values in their order");
            });
        }
        return call.arguments().stream().map(Argument::value).toList();
    }

    /// What to say of a function that is not there, and which one may be meant.
    static String unknown(Expression.Call call, Collection<String> registered) {
        return Unsupported.hint(key(call)).orElseGet(() -> {
            TreeSet<String> known = new TreeSet<>(ScalarFunctions.names());
            known.addAll(TypedFunctions.names());
            known.addAll(ListQueries.names());
            known.addAll(registered);
            known.addAll(AggregateFunctions.names());
            known.addAll(ComposedAggregates.names());
            known.addAll(WINDOW);
            known.addAll(GROUPING);
            return "there is no function " + key(call) + "." + Names.didYouMean(key(call), known);
        });
    }
}
