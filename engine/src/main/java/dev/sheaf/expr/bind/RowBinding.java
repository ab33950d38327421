package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;

/// The types of the functions that [RowFunctions] computes.
final class RowBinding {
    private RowBinding() {}

    static BoundExpr bind(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr.Call bound = Signature.call(call, typed(call, arguments), type(call.function()));
        RowFunctions.of(bound);
        return bound;
    }

    private static DataType type(Function function) {
        return switch (function) {
            case REGEXP_MATCHES, REGEXP_FULL_MATCH -> DataType.BOOL;
            case UNICODE -> DataType.INT32;
            case LEVENSHTEIN -> DataType.INT64;
            case STRPTIME, TRY_STRPTIME -> DataType.TIMESTAMP;
            case MAKE_DATE -> DataType.DATE;
            default -> DataType.STRING;
        };
    }

    private static List<BoundExpr> typed(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> typed = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            typed.add(
                    switch (call.function()) {
                        case CHR, MAKE_DATE -> TextBinding.count(call, arguments, i);
                        case REGEXP_EXTRACT, SPLIT_PART ->
                            i == 2 ? TextBinding.count(call, arguments, i) : TextBinding.text(call, arguments, i);
                        case STRFTIME -> i == 0 ? moment(call, arguments, i) : TextBinding.text(call, arguments, i);
                        default -> TextBinding.text(call, arguments, i);
                    });
        }
        return typed;
    }

    private static BoundExpr moment(Expr.Call call, List<BoundExpr> arguments, int index) {
        BoundExpr argument = arguments.get(index);
        boolean taken = argument.isUntypedNull()
                || argument.type().equals(DataType.DATE)
                || argument.type() instanceof DataType.TimestampType;
        if (!taken) {
            throw Signature.refused(call, argument, call.arguments().get(index), "a date or timestamp");
        }
        return Coercion.to(argument, DataType.TIMESTAMP);
    }
}
