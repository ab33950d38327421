package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.KnownFloatingPointNormalized;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.NumericType;

/// What keys and aggregates are computed from; notes which columns that takes.
final class Arguments {
    private final List<InputColumn> columns = new ArrayList<>();

    List<InputColumn> columns() {
        return columns;
    }

    /// A key. Sheaf's keys have one NaN and one zero by themselves.
    Expr key(Expression key) {
        return switch (key) {
            case KnownFloatingPointNormalized known
            when known.child() instanceof NormalizeNaNAndZero zero -> argument(zero.child());
            case KnownFloatingPointNormalized known -> argument(known.child());
            default -> argument(key);
        };
    }

    /// An argument of an aggregate.
    Expr argument(Expression argument) {
        return switch (argument) {
            case BoundReference column -> column(column, false);
            case UnscaledValue digits when digits.child() instanceof BoundReference column -> column(column, true);
            case Cast cast when isToDouble(cast) -> argument(cast.child()).cast(DataType.FLOAT64);
            default -> throw new UntranslatableException("expression " + argument.sql());
        };
    }

    private static boolean isToDouble(Cast cast) {
        return cast.dataType() instanceof DoubleType
                && cast.child() instanceof BoundReference column
                && column.dataType() instanceof NumericType
                && !(column.dataType() instanceof DecimalType);
    }

    private Expr column(BoundReference reference, boolean unscaled) {
        InputColumn column = new InputColumn(reference.ordinal(), reference.dataType(), unscaled);
        SparkTypes.of(column.type());
        if (!columns.contains(column)) {
            columns.add(column);
        }
        return col(column.name());
    }
}
