package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Quantiles of dates and timestamps, written as those of microseconds. They are timestamps.
final class TemporalAggregates {
    private static final Set<String> NAMES = Set.of("median", "quantile_cont");

    private TemporalAggregates() {}

    /// Whether a call may be one, by its name and arguments.
    static boolean mayBe(Expression.Call call) {
        return NAMES.contains(call.name().toLowerCase(Locale.ROOT))
                && !call.arguments().isEmpty()
                && call.function().size() == 1
                && !(call.arguments().getFirst().value() instanceof Expression.Numeral)
                && call.arguments().stream().noneMatch(each -> each.value() instanceof Expression.ListOf);
    }

    static boolean takes(DataType type) {
        return type instanceof DataType.DateType
                || (type instanceof DataType.TimestampType moment
                        && moment.zone().isEmpty());
    }

    static Expression of(Expression.Call call) {
        Span at = call.at();
        List<Argument> arguments = new ArrayList<>(call.arguments());
        Expression moment = arguments.getFirst().value();
        arguments.set(0, new Argument(Optional.empty(), function("epoch_us", cast(moment, "timestamp"), at)));
        return function("make_timestamp", cast(function("round", call.of(arguments), at), "bigint"), at);
    }

    private static Expression cast(Expression value, String type) {
        return new Expression.Cast(value, new TypeName(type, value.at()), false, value.at());
    }

    private static Expression function(String name, Expression argument, Span at) {
        List<Argument> arguments = List.of(new Argument(Optional.empty(), argument));
        return new Expression.Call(List.of(new Name(name, at)), arguments, Modifiers.NONE, Optional.empty(), at);
    }
}
