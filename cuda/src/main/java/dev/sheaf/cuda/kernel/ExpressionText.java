package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// The texts of the expressions of one kernel: C++ expressions of the type `Maybe<T>` of `expression.cuh`.
///
/// A text consists of names of functions there, of types, of columns as the caller names them by number, and of
/// numbers printed here: nothing that a user wrote gets into it. It expects in closer a `bool fault`, which it sets
/// where the CPU would report an error, and `const u64* literals`, the words that [#literals()] gives: equal
/// expressions have equal texts, and expressions that differ in literals alone have texts that another such object
/// gives, too. Values and nulls are those of the CPU to the bit.
public final class ExpressionText {
    private final IntFunction<String> columns;
    private final Literals literals = new Literals();
    private final Map<BoundExpr, String> known = new HashMap<>();

    /// @param columns gives the text of a column by its number
    public ExpressionText(IntFunction<String> columns) {
        this.columns = columns;
    }

    /// What becomes of an expression: a text, or why there is none.
    public sealed interface Result {

        /// The text; its type is `Maybe` of [CudaType#textOf] of the expression's type.
        record Text(String text) implements Result {}

        /// The CPU has to compute it: `lower(...) is computed on the CPU`.
        record Refused(String reason) implements Result {}
    }

    /// The text of an expression.
    public Result of(BoundExpr expr) {
        return ExpressionSupport.refusal(expr)
                .<Result>map(Result.Refused::new)
                .orElseGet(() -> new Result.Text(text(expr)));
    }

    /// The words of the literals of all texts so far.
    public List<Long> literals() {
        return literals.words();
    }

    /// Each literal has a place of its own, whatever others are, so that texts depend on no literal.
    private String text(BoundExpr expr) {
        if (expr instanceof BoundExpr.Constant(Object value, DataType type)) {
            return value == null
                    ? "none<" + CudaType.textOf(type) + ">()"
                    : literals.of(value, type, CudaType.textOf(type));
        }
        String before = known.get(expr);
        if (before != null) {
            return before;
        }
        String text = written(expr);
        known.put(expr, text);
        return text;
    }

    private String written(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column(int index, String _, DataType _) -> columns.apply(index);
            case BoundExpr.Constant _ -> throw new AssertionError("written already");
            case BoundExpr.Lambda _, BoundExpr.Applied _ -> throw new AssertionError("not supported");
            case BoundExpr.Call call -> call(call);
            case BoundExpr.Case branches -> branches(branches);
            case BoundExpr.Cast cast ->
                CastText.of(cast, text(cast.input()), CudaType.textOf(cast.type()), ends(cast.type()));
            case BoundExpr.In in -> in(in);
        };
    }

    private String call(BoundExpr.Call call) {
        List<BoundExpr> arguments = call.arguments();
        return switch (call.function()) {
            case ADD -> arithmetic("add", call);
            case SUBTRACT -> arithmetic("subtract", call);
            case MULTIPLY -> arithmetic("multiply", call);
            case DIVIDE -> "divide(" + list(arguments) + ")";
            case INT_DIVIDE ->
                call.type().isFloating()
                        ? "divide_or_null(" + list(arguments) + ")"
                        : wholeQuotient(arguments, ends(call.type()) + ", fault)");
            case MODULO -> wholeRemainder(arguments);
            case NEGATE -> arithmetic("negative", call);
            case ABS -> arithmetic("absolute", call);
            case EQUAL -> "equal(" + list(arguments) + ")";
            case NOT_EQUAL -> "negation(equal(" + list(arguments) + "))";
            case LESS -> "less(" + list(arguments) + ")";
            case GREATER_OR_EQUAL -> "negation(less(" + list(arguments) + "))";
            case GREATER -> "less(" + list(arguments.reversed()) + ")";
            case LESS_OR_EQUAL -> "negation(less(" + list(arguments.reversed()) + "))";
            case IS_DISTINCT_FROM -> "distinct(" + list(arguments) + ")";
            case IS_NOT_DISTINCT_FROM -> "negation(distinct(" + list(arguments) + "))";
            case AND -> connective(arguments, "is_false", "false");
            case OR -> connective(arguments, "is_true", "true");
            case NOT -> "negation(" + list(arguments) + ")";
            case IS_NULL -> "just(!" + list(arguments) + ".valid)";
            case IS_NOT_NULL -> "just(" + list(arguments) + ".valid)";
            case IS_TRUE -> "just(is_true(" + list(arguments) + "))";
            case IS_NOT_TRUE -> "just(!is_true(" + list(arguments) + "))";
            case IS_FALSE -> "just(is_false(" + list(arguments) + "))";
            case IS_NOT_FALSE -> "just(!is_false(" + list(arguments) + "))";
            case IS_NAN -> isNan(arguments.getFirst());
            case COALESCE -> coalesce(arguments, call.type());
            case GREATEST, LEAST -> extreme(call.function(), arguments);
            default -> throw new AssertionError(call.function());
        };
    }

    private String wholeQuotient(List<BoundExpr> arguments, String rest) {
        String dividend = text(arguments.getFirst());
        return isDivisor(arguments.getLast())
                ? "quotient_by(" + dividend + ", " + divisor(arguments.getLast()) + rest
                : "whole_quotient(" + dividend + ", " + text(arguments.getLast()) + rest;
    }

    private String wholeRemainder(List<BoundExpr> arguments) {
        String dividend = text(arguments.getFirst());
        return isDivisor(arguments.getLast())
                ? "remainder_by(" + dividend + ", " + divisor(arguments.getLast()) + ")"
                : "whole_remainder(" + dividend + ", " + text(arguments.getLast()) + ")";
    }

    private boolean isDivisor(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant(Object value, DataType type)
                && value instanceof Number number
                && number.doubleValue() != 0
                && type instanceof IntType
                && literals.hasRoom(2);
    }

    private String divisor(BoundExpr expr) {
        BoundExpr.Constant constant = (BoundExpr.Constant) expr;
        return literals.divisor(Objects.requireNonNull(constant.value()), constant.type());
    }

    private String list(List<BoundExpr> arguments) {
        return arguments.stream().map(this::text).collect(Collectors.joining(", "));
    }

    private String arithmetic(String function, BoundExpr.Call call) {
        if (call.type().isFloating()) {
            return function + "(" + list(call.arguments()) + ")";
        }
        return function + "<" + CudaType.textOf(call.type()) + ">(" + list(call.arguments()) + ends(call.type())
                + ", fault)";
    }

    /// The least and the greatest value of a type, as two more arguments.
    static String ends(DataType type) {
        return ", " + ConstantText.whole(least(type)) + ", " + ConstantText.whole(greatest(type));
    }

    static BigInteger least(DataType type) {
        return switch (type) {
            case IntType(int bits, boolean signed) ->
                signed ? BigInteger.TWO.pow(bits - 1).negate() : BigInteger.ZERO;
            case DecimalType _ -> greatest(type).negate();
            default -> BigInteger.TWO.pow(8 * type.layout().byteWidth() - 1).negate();
        };
    }

    static BigInteger greatest(DataType type) {
        return switch (type) {
            case IntType(int bits, boolean signed) ->
                BigInteger.TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
            case DecimalType(int precision, int _) ->
                BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
            default -> BigInteger.TWO.pow(8 * type.layout().byteWidth() - 1).subtract(BigInteger.ONE);
        };
    }

    /// Operands up to the one that decides; null if none does and one is null.
    private String connective(List<BoundExpr> operands, String decides, String decided) {
        StringBuilder text = new StringBuilder("[&]() -> Maybe<bool> { bool valid = true; ");
        for (BoundExpr operand : operands) {
            text.append("{ const Maybe<bool> operand = ")
                    .append(text(operand))
                    .append("; if (")
                    .append(decides)
                    .append("(operand)) { return just(")
                    .append(decided)
                    .append("); } valid = valid && operand.valid; } ");
        }
        return text.append("return Maybe<bool>{!")
                .append(decided)
                .append(", valid}; }()")
                .toString();
    }

    private String branches(BoundExpr.Case branches) {
        String body = branches.branches().stream()
                .map(when -> "if (is_true(" + text(when.condition()) + ")) { return " + text(when.result()) + "; } ")
                .collect(Collectors.joining());
        return "[&]() -> Maybe<" + CudaType.textOf(branches.type()) + "> { " + body + "return "
                + text(branches.otherwise()) + "; }()";
    }

    private String coalesce(List<BoundExpr> arguments, DataType type) {
        String body = arguments.stream()
                .map(argument ->
                        "{ const auto operand = " + text(argument) + "; if (operand.valid) { return operand; } } ")
                .collect(Collectors.joining());
        return "[&]() -> Maybe<" + CudaType.textOf(type) + "> { " + body + "return none<" + CudaType.textOf(type)
                + ">(); }()";
    }

    private String extreme(Function function, List<BoundExpr> arguments) {
        String name = function == Function.GREATEST ? "greatest" : "least";
        String text = text(arguments.getFirst());
        for (BoundExpr argument : arguments.subList(1, arguments.size())) {
            text = name + "(" + text + ", " + text(argument) + ")";
        }
        return text;
    }

    private String isNan(BoundExpr argument) {
        return "[&]() -> Maybe<bool> { const auto operand = " + text(argument)
                + "; return Maybe<bool>{is_nan(operand.value), operand.valid}; }()";
    }

    /// Null if the input is, or if no option is equal and one is null.
    private String in(BoundExpr.In in) {
        StringBuilder text = new StringBuilder("[&]() -> Maybe<bool> { bool valid = true; const auto input = ")
                .append(text(in.input()))
                .append("; if (!input.valid) { return none<bool>(); } ");
        for (BoundExpr option : in.options()) {
            text.append("{ const Maybe<bool> same = equal(input, ")
                    .append(text(option))
                    .append("); if (is_true(same)) { return just(true); } valid = valid && same.valid; } ");
        }
        return text.append("return Maybe<bool>{false, valid}; }()").toString();
    }
}
