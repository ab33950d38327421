package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.KnownFloatingPointNormalized;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero;

/// What keys and aggregates are computed from; notes which columns that takes.
final class Arguments {
    private final List<InputColumn> columns = new ArrayList<>();
    private final Formulas formulas = new Formulas(column -> column(column, false));

    List<InputColumn> columns() {
        return columns;
    }

    Schema schema() {
        return new Schema(columns.stream().map(InputColumn::field).toList());
    }

    /// A key. Sheaf's keys have one NaN and one zero by themselves. Its type is Spark's to the digit, since Spark's
    /// hash of a decimal depends on that.
    Expr key(Expression key) {
        return switch (key) {
            case KnownFloatingPointNormalized known
            when known.child() instanceof NormalizeNaNAndZero zero -> key(zero.child());
            case KnownFloatingPointNormalized known -> key(known.child());
            default -> {
                Expr translated = argument(key);
                DataType type = SparkTypes.of(key.dataType());
                yield typeOf(translated).equals(type) ? translated : translated.cast(type);
            }
        };
    }

    /// An argument of an aggregate, or a condition. Its type is Spark's, except that a decimal may have more digits
    /// before the point.
    Expr argument(Expression argument) {
        if (argument instanceof UnscaledValue digits && digits.child() instanceof BoundReference column) {
            return column(column, true);
        }
        Expr translated = formulas.of(argument);
        DataType type = typeOf(translated);
        DataType wanted = SparkTypes.of(argument.dataType());
        boolean alike = type instanceof DataType.DecimalType ours
                && wanted instanceof DataType.DecimalType theirs
                && ours.scale() == theirs.scale();
        if (!alike && !type.equals(wanted)) {
            throw new UntranslatableException(argument.sql() + " is " + wanted + ", in Sheaf " + type);
        }
        return translated;
    }

    private DataType typeOf(Expr translated) {
        try {
            return Typing.typeOf(translated, schema()).decoded();
        } catch (IllegalArgumentException refused) {
            throw new UntranslatableException(String.valueOf(refused.getMessage()));
        }
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
