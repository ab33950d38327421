package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.value.Casts;
import java.util.List;
import java.util.function.Function;

/// Which types expressions have over columns.
public final class Typing {
    private final Function<String, DataType> columns;
    private final Binder binder;

    private Typing(Function<String, DataType> columns) {
        this.columns = columns;
        this.binder = Binder.typing(columns);
    }

    /// For expressions over some columns. A part that stands in several of them is typed once.
    public static Typing over(Schema schema) {
        return over(schema::type);
    }

    /// As [#over(Schema)] where `columns` gives the types of columns by name, the same for a name at all times.
    public static Typing over(Function<String, DataType> columns) {
        return new Typing(columns);
    }

    /// Whether a cast converts values of one type into another; it may still fail for some of them.
    public static boolean canCast(DataType from, DataType to) {
        return Casts.exist(from.decoded(), to);
    }

    /// As [#typeOf(Expr)], over a schema.
    public static DataType typeOf(Expr expr, Schema schema) {
        return over(schema).typeOf(expr);
    }

    /// The type of the values of `expr`, of an [Expr.Aggregate] the type of its result. A mere column keeps the
    /// type that the schema states, dictionaries included; computed values are never dictionaries.
    ///
    /// @throws IllegalArgumentException if a column does not exist or types do not fit each other
    public DataType typeOf(Expr expr) {
        return switch (expr.unaliased()) {
            case Expr.ColumnRef(String name) -> columns.apply(name);
            case Expr.Aggregate aggregate -> aggregateType(aggregate);
            case Expr scalar -> binder.bind(scalar).type();
        };
    }

    private DataType aggregateType(Expr.Aggregate aggregate) {
        List<DataType> arguments =
                aggregate.arguments().stream().map(this::typeOf).toList();
        aggregate.filter().ifPresent(filter -> Coercion.condition(binder.bind(filter), filter));
        try {
            return AggregationTypes.resultType(aggregate.aggregation(), arguments);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(ExprText.brief(aggregate) + ": " + refused.getMessage(), refused);
        }
    }
}
