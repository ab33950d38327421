package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import java.util.List;

/// Which type an expression has over a schema.
public final class Typing {
    private Typing() {}

    /// The type of the values of `expr`, of an [Expr.Aggregate] the type of its result. A mere column keeps the
    /// type that the schema states, dictionaries included; computed values are never dictionaries.
    ///
    /// @throws IllegalArgumentException if a column does not exist or types do not fit each other
    public static DataType typeOf(Expr expr, Schema schema) {
        return switch (expr.unaliased()) {
            case Expr.ColumnRef(String name) -> schema.type(name);
            case Expr.Aggregate aggregate -> aggregateType(aggregate, schema);
            case Expr scalar -> Binder.bind(scalar, schema).type();
        };
    }

    private static DataType aggregateType(Expr.Aggregate aggregate, Schema schema) {
        List<DataType> arguments = aggregate.arguments().stream()
                .map(argument -> typeOf(argument, schema))
                .toList();
        aggregate.filter().ifPresent(filter -> Binder.bindPredicate(filter, schema));
        try {
            return AggregationTypes.resultType(aggregate.aggregation(), arguments);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(ExprText.brief(aggregate) + ": " + refused.getMessage(), refused);
        }
    }
}
