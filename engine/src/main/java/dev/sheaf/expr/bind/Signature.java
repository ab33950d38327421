package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.Function;
import java.util.List;

/// How many arguments each function takes, and the messages when a call does not fit.
final class Signature {
    private static final int ANY = Integer.MAX_VALUE;

    private Signature() {}

    /// Refuses a call with too few or too many arguments.
    static void checkCount(Expr.Call call, int count) {
        int least = least(call.function());
        int most = most(call.function());
        if (count < least || count > most) {
            String takes = most == ANY ? "at least " + least : least == most ? "" + least : least + " to " + most;
            throw new IllegalArgumentException(
                    call.function().symbol() + " takes " + takes + (takes.endsWith("1") ? " argument" : " arguments")
                            + ", not " + count + ": " + ExprText.brief(call));
        }
    }

    private static int least(Function function) {
        return switch (function) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, INT_DIVIDE, MODULO, POWER -> 2;
            case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> 2;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> 2;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, AND, OR, NULLIF -> 2;
            case SUBSTRING, LEFT, RIGHT, CONCAT, REPEAT, POSITION, CONTAINS, STARTS_WITH, ENDS_WITH -> 2;
            case LIKE, ILIKE, DATE_TRUNC, TIME_BUCKET -> 2;
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, REGEXP_EXTRACT, LEVENSHTEIN -> 2;
            case STRFTIME, STRPTIME, TRY_STRPTIME -> 2;
            case REPLACE, LPAD, RPAD, DATE_DIFF, REGEXP_REPLACE, SPLIT_PART, TRANSLATE, MAKE_DATE -> 3;
            case LIST_VALUE, LIST_CONCAT, STRUCT_PACK -> 0;
            case LIST_EXTRACT, LIST_CONTAINS, LIST_POSITION, LIST_AGGREGATE, LIST_JOIN, STRING_SPLIT -> 2;
            case STRUCT_EXTRACT, LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> 2;
            case LIST_SORT -> 3;
            case LIST_SLICE, LIST_RANGE -> 4;
            default -> 1;
        };
    }

    private static int most(Function function) {
        return switch (function) {
            case AND, OR, COALESCE, GREATEST, LEAST, CONCAT, LIST_VALUE, LIST_CONCAT, LIST_ZIP, STRUCT_PACK -> ANY;
            case LIST_REDUCE -> 3;
            case ROUND, TRIM, LTRIM, RTRIM -> 2;
            case TIME_BUCKET -> 4;
            case SUBSTRING, LIKE, ILIKE, REGEXP_MATCHES, REGEXP_FULL_MATCH -> 3;
            case REGEXP_REPLACE, REGEXP_EXTRACT -> 4;
            default -> least(function);
        };
    }

    /// The bound call.
    static BoundExpr.Call call(Expr.Call call, List<BoundExpr> arguments, DataType type) {
        return new BoundExpr.Call(call.function(), arguments, type, ExprText.brief(call));
    }

    /// An argument as messages name it: type and, quoted, text.
    static String operand(BoundExpr bound, Expr expr) {
        String text = ExprText.brief(expr.unaliased());
        return bound.type() + " " + (expr.unaliased() instanceof Expr.Literal ? text : "\"" + text + "\"");
    }

    /// The refusal of one argument of a call.
    static IllegalArgumentException refused(Expr.Call call, BoundExpr bound, Expr argument, String takes) {
        return new IllegalArgumentException(
                call.function().symbol() + " takes " + takes + ", not " + operand(bound, argument) + "; cast it");
    }

    /// The refusal of two operands that an operator does not take together.
    static IllegalArgumentException mismatch(Expr.Call call, List<BoundExpr> arguments) {
        Expr left = call.arguments().getFirst();
        Expr right = call.arguments().getLast();
        return new IllegalArgumentException("cannot " + verb(call.function()) + " "
                + operand(arguments.getFirst(), left) + " and "
                + operand(arguments.getLast(), right) + "; cast one of them");
    }

    private static String verb(Function function) {
        return switch (function) {
            case ADD -> "add";
            case SUBTRACT -> "subtract";
            case MULTIPLY -> "multiply";
            case DIVIDE, INT_DIVIDE -> "divide";
            case MODULO -> "take the remainder of";
            case BIT_AND, BIT_OR, BIT_XOR -> "combine the bits of";
            case SHIFT_LEFT, SHIFT_RIGHT -> "shift";
            default -> "compare";
        };
    }
}
