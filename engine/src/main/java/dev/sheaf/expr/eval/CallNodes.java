package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.arithmetic.BitArithmetic;
import dev.sheaf.expr.arithmetic.DoubleArithmetic;
import dev.sheaf.expr.arithmetic.DoubleUnary;
import dev.sheaf.expr.arithmetic.IsNan;
import dev.sheaf.expr.arithmetic.LongArithmetic;
import dev.sheaf.expr.arithmetic.LongUnary;
import dev.sheaf.expr.arithmetic.RoundTo;
import dev.sheaf.expr.arithmetic.SignNode;
import dev.sheaf.expr.arithmetic.WideArithmetic;
import dev.sheaf.expr.arithmetic.WideUnary;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.cast.DecimalRound;
import dev.sheaf.expr.condition.Attempt;
import dev.sheaf.expr.condition.Coalesce;
import dev.sheaf.expr.condition.Comparison;
import dev.sheaf.expr.condition.Connective;
import dev.sheaf.expr.condition.Extreme;
import dev.sheaf.expr.condition.NullTest;
import dev.sheaf.expr.condition.TextBound;
import dev.sheaf.expr.condition.Truth;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.load.ConstantNode;
import dev.sheaf.expr.temporal.IntervalArithmetic;
import dev.sheaf.expr.temporal.IntervalUnary;
import dev.sheaf.expr.temporal.TemporalDiff;
import dev.sheaf.expr.temporal.TemporalEpoch;
import dev.sheaf.expr.temporal.TemporalPart;
import dev.sheaf.expr.temporal.TemporalShift;
import dev.sheaf.expr.temporal.TemporalTrunc;
import dev.sheaf.expr.temporal.TimeBucket;
import dev.sheaf.expr.temporal.TimeShift;
import dev.sheaf.expr.text.CaseMap;
import dev.sheaf.expr.text.Like;
import dev.sheaf.expr.text.LikePattern;
import dev.sheaf.expr.text.RowCall;
import dev.sheaf.expr.text.Substring;
import dev.sheaf.expr.text.TextBuild;
import dev.sheaf.expr.text.TextLength;
import dev.sheaf.expr.text.TextPosition;
import dev.sheaf.expr.text.TextSearch;
import dev.sheaf.expr.text.Trim;
import dev.sheaf.expr.value.CalendarUnit;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import java.util.List;
import java.util.function.Supplier;

/// Chooses the node of a function by the function and the types of its arguments. One table of all functions, kept
/// whole: a new [Function] does not compile until it has a line.
///
/// @param arenas gives memory for texts that a node makes
record CallNodes(Supplier<TextArena> arenas) {
    /// The node of a call whose arguments are those inputs; those of an OR in any order.
    Node of(BoundExpr.Call call, List<Node> inputs) {
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, INT_DIVIDE, MODULO, POWER ->
                arithmetic(call, inputs.getFirst(), inputs.getLast());
            case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT ->
                new BitArithmetic(call, inputs.getFirst(), inputs.getLast());
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> comparison(call, inputs);
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> comparison(call, inputs);
            case OR -> new Connective(true, inputs);
            case IS_NULL, IS_NOT_NULL -> nullTest(call.function(), inputs.getFirst());
            case NOT, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> new Truth(call.function(), inputs.getFirst());
            case COALESCE -> new Coalesce(call.type(), inputs, arenas.get());
            case TRY -> new Attempt(call.type(), inputs.getFirst(), arenas.get());
            case GREATEST, LEAST -> new Extreme(call, inputs, arenas.get());
            case NEGATE, ABS -> unary(call, inputs.getFirst());
            case SIGN -> new SignNode(call, inputs.getFirst());
            case ROUND, FLOOR, CEIL, TRUNC -> rounding(call, inputs);
            case SQRT, EXP, LN, LOG2, LOG10, SIN, COS, TAN -> new DoubleUnary(call, inputs.getFirst());
            case IS_NAN -> new IsNan(inputs.getFirst());
            case LENGTH, OCTET_LENGTH -> new TextLength(call, inputs.getFirst());
            case SUBSTRING, LEFT, RIGHT -> new Substring(call.function(), inputs);
            case TRIM, LTRIM, RTRIM -> new Trim(call.function(), inputs);
            case LOWER, UPPER -> new CaseMap(call.function() == Function.UPPER, inputs.getFirst(), arenas.get());
            case CONCAT, REPLACE, REPEAT, LPAD, RPAD -> new TextBuild(call, inputs, arenas.get());
            case CONTAINS, STARTS_WITH, ENDS_WITH ->
                new TextSearch(call.function(), inputs.getFirst(), inputs.getLast());
            case POSITION -> new TextPosition(inputs.getLast(), inputs.getFirst());
            case LIKE, ILIKE -> like(call, inputs);
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR, HOUR, MINUTE, SECOND, MILLISECOND ->
                new TemporalPart(call, inputs.getFirst());
            case EPOCH -> new TemporalEpoch(call, inputs.getFirst());
            case DATE_TRUNC -> new TemporalTrunc(call, unit(call), inputs.getLast());
            case DATE_DIFF -> new TemporalDiff(call, unit(call), inputs.get(1), inputs.getLast());
            case TIME_BUCKET -> new TimeBucket(call, inputs.subList(1, inputs.size()));
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, REGEXP_REPLACE, REGEXP_EXTRACT, SPLIT_PART, TRANSLATE ->
                new RowCall(call, inputs, arenas.get());
            case REVERSE, MD5, SHA256, CHR, UNICODE, LEVENSHTEIN, STRFTIME, STRPTIME, TRY_STRPTIME, MAKE_DATE ->
                new RowCall(call, inputs, arenas.get());
            case AND, NULLIF -> throw new AssertionError("made of other nodes");
            case LIST_VALUE, LIST_EXTRACT, LIST_SLICE, LIST_CONCAT, LIST_CONTAINS, LIST_POSITION, LIST_SORT ->
                throw new AssertionError("nested");
            case LIST_DISTINCT, LIST_REVERSE, LIST_AGGREGATE, LIST_RANGE, LIST_FLATTEN, LIST_ZIP, LIST_JOIN ->
                throw new AssertionError("nested");
            case STRING_SPLIT, STRUCT_PACK, STRUCT_EXTRACT, LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE ->
                throw new AssertionError("nested");
        };
    }

    private static CalendarUnit unit(BoundExpr.Call call) {
        return call.argument(0) instanceof BoundExpr.Constant(Object name, DataType _)
                ? CalendarUnit.valueOf(String.valueOf(name))
                : CalendarUnit.DAY;
    }

    private Node lower(Node text) {
        return new CaseMap(false, text, arenas.get());
    }

    private Node like(BoundExpr.Call call, List<Node> inputs) {
        boolean anyCase = call.function() == Function.ILIKE;
        LikePattern constant = LikePattern.ofConstants(call.arguments().subList(1, inputs.size()), anyCase);
        List<Node> used = constant == null ? inputs : inputs.subList(0, 1);
        return new Like(anyCase ? used.stream().map(this::lower).toList() : used, constant);
    }

    private static Node arithmetic(BoundExpr.Call call, Node left, Node right) {
        DataType second = call.argument(1).type();
        boolean span = second instanceof DataType.IntervalType || second instanceof DataType.DurationType;
        if (call.type() instanceof DataType.TimeType && span) {
            return new TimeShift(call, left, right);
        }
        if (call.type() instanceof DataType.TimestampType && second instanceof DataType.IntervalType) {
            return new TemporalShift(call, left, right);
        }
        return switch (call.type().layout()) {
            case FLOAT32, FLOAT64 -> new DoubleArithmetic(call, left, right);
            case INT128 -> new WideArithmetic(call, left, right);
            case INTERVAL -> new IntervalArithmetic(call, left, right);
            default -> new LongArithmetic(call, left, right);
        };
    }

    private static Node unary(BoundExpr.Call call, Node input) {
        return switch (call.type().layout()) {
            case FLOAT32, FLOAT64 -> new DoubleUnary(call, input);
            case INT128 -> new WideUnary(call, input);
            case INTERVAL -> new IntervalUnary(call, input);
            default -> new LongUnary(call, input);
        };
    }

    private static Node rounding(BoundExpr.Call call, List<Node> inputs) {
        if (call.type() instanceof DataType.DecimalType) {
            return new DecimalRound(call, inputs.getFirst());
        }
        return inputs.size() == 2
                ? new RoundTo(call, inputs.getFirst(), inputs.getLast())
                : new DoubleUnary(call, inputs.getFirst());
    }

    private static Node nullTest(Function function, Node input) {
        return input instanceof ColumnNode column
                ? new NullTest(column, function == Function.IS_NULL)
                : new Truth(function, input);
    }

    private static Node comparison(BoundExpr.Call call, List<Node> inputs) {
        Function function = call.function();
        Node general = new Comparison(function, call.argument(0).type(), inputs.getFirst(), inputs.getLast());
        boolean isText = call.argument(0).type().layout() == Layout.VARIABLE;
        if (isText
                && TextBound.takes(function)
                && inputs.getFirst() instanceof ColumnNode column
                && call.argument(1) instanceof BoundExpr.Constant(Object value, DataType _)
                && value != null) {
            return new TextBound(column, function, ConstantNode.bytes(value), general);
        }
        return general;
    }
}
