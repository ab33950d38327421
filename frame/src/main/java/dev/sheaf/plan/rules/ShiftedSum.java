package dev.sheaf.plan.rules;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import java.util.List;
import java.util.Optional;

/// A sum of a number and a constant, of whole numbers so narrow that no sum overflows.
///
/// @param summand what is summed: the number, or the number plus or minus the constant
/// @param number without the constant
/// @param constant what is added to it
/// @param filter which rows count
record ShiftedSum(Expr summand, Expr number, long constant, Optional<Expr> filter) {

    /// An aggregate as such a sum, if it is one; the constant is 0 for a sum of anything else.
    static Optional<ShiftedSum> of(Expr aggregate, Schema input) {
        if (!(aggregate
                        instanceof
                        Expr.Aggregate(Aggregation.Sum(), List<Expr> summands, Optional<Expr> filter, boolean distinct))
                || distinct) {
            return Optional.empty();
        }
        ShiftedSum sum = split(summands.getFirst(), filter);
        Binder binder = Binder.over(input);
        return isNarrow(binder.bind(sum.summand).type())
                        && isNarrow(binder.bind(sum.number).type())
                ? Optional.of(sum)
                : Optional.empty();
    }

    private static ShiftedSum split(Expr summand, Optional<Expr> filter) {
        if (summand instanceof Expr.Call(Function function, List<Expr> parts) && parts.size() == 2) {
            Optional<Long> last = constant(parts.getLast());
            if (last.isPresent() && function == Function.ADD) {
                return new ShiftedSum(summand, parts.getFirst(), last.get(), filter);
            }
            if (last.isPresent() && function == Function.SUBTRACT) {
                return new ShiftedSum(summand, parts.getFirst(), -last.get(), filter);
            }
        }
        return new ShiftedSum(summand, summand, 0, filter);
    }

    private static Optional<Long> constant(Expr expr) {
        return expr instanceof Expr.Literal(Number number, DataType type)
                        && type.isInteger()
                        && number.longValue() == number.intValue()
                ? Optional.of(number.longValue())
                : Optional.empty();
    }

    private static boolean isNarrow(DataType type) {
        return type instanceof DataType.IntType whole
                && whole.signed()
                && type.layout().byteWidth() <= Integer.BYTES;
    }

    /// An aggregate of the number alone, over the rows that count.
    Expr plain(Aggregation kind) {
        return new Expr.Aggregate(kind, List.of(number), filter, false);
    }

    /// The constant added to another number of the same type as in the summand.
    Expr shift(Expr other) {
        Expr.Call call = (Expr.Call) summand;
        return new Expr.Call(call.function(), List.of(other, call.arguments().getLast()));
    }
}
