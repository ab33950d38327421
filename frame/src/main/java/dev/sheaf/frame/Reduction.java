package dev.sheaf.frame;

import dev.sheaf.column.Names;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// The aggregations that [Grouped#agg(java.util.Map)] takes by name, which is that of the constant in lower
/// case.
public enum Reduction {
    COUNT(column -> Expressions.count(column)),
    SUM(column -> Expressions.sum(column)),
    MEAN(column -> Expressions.mean(column)),
    MEDIAN(column -> Expressions.median(column)),
    STD(column -> Expressions.std(column)),
    VAR(column -> Expressions.variance(column)),
    MIN(column -> Expressions.min(column)),
    MAX(column -> Expressions.max(column)),
    /// Of the values that are not null.
    FIRST(column -> Expressions.aggregate(new Aggregation.First(true), column)),
    /// Of the values that are not null.
    LAST(column -> Expressions.aggregate(new Aggregation.Last(true), column)),
    NUNIQUE(column -> Expressions.nunique(column));

    private final UnaryOperator<Expr> aggregation;

    Reduction(UnaryOperator<Expr> aggregation) {
        this.aggregation = aggregation;
    }

    /// The aggregation of a column or an expression.
    public Expr apply(Expr column) {
        return aggregation.apply(column);
    }

    /// The aggregation of a name.
    ///
    /// @throws IllegalArgumentException if there is none; the message lists them
    public static Reduction of(String name) {
        List<String> names = Arrays.stream(values())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        int position = names.indexOf(name);
        if (position < 0) {
            throw new IllegalArgumentException("no aggregation is called \"" + name + "\"; there are "
                    + String.join(", ", names) + "." + Names.didYouMean(name, names));
        }
        return values()[position];
    }
}
