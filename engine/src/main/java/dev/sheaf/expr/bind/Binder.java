package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.memory.Checkpoint;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Turns expressions that name columns into [BoundExpr]s that number them, with a type on every node and every
/// implied conversion written out.
///
/// Conversions follow DuckDB: numbers meet at their common type, a text literal beside a number, date or
/// timestamp is read as such, NULL takes any type, an integer literal takes the integer type beside it if it fits
/// (a literal that was cast does not). Nothing else is converted without being asked; a bool is no number.
/// Constant parts are computed once, here.
public final class Binder {
    private final Function<String, BoundExpr.Column> columns;

    /// What was bound already: a part that stands in several places, or is asked for again, is bound once.
    private final Map<Expr, BoundExpr> known = new IdentityHashMap<>();

    private Binder(Function<String, BoundExpr.Column> columns) {
        this.columns = columns;
    }

    /// A binder that remembers what it has bound, for whoever asks for the parts of an expression one after the
    /// other.
    public static Binder over(Schema schema) {
        return new Binder(name -> column(schema, name));
    }

    /// A binder for whoever asks for types alone: its columns have no numbers.
    static Binder typing(Function<String, DataType> types) {
        return new Binder(
                name -> new BoundExpr.Column(-1, name, types.apply(name).decoded()));
    }

    /// Binds an expression without aggregations.
    ///
    /// @throws IllegalArgumentException if a column does not exist (naming the nearest), types do not fit each
    ///     other (naming both and what would work), or `expr` holds an aggregation
    public static BoundExpr bind(Expr expr, Schema schema) {
        return over(schema).bind(expr);
    }

    /// Binds a condition.
    ///
    /// @throws IllegalArgumentException as [#bind], and if the expression is not of type bool
    public static BoundExpr bindPredicate(Expr expr, Schema schema) {
        return Coercion.condition(bind(expr, schema), expr);
    }

    /// As [#bind(Expr, Schema)], over this binder's schema.
    public BoundExpr bind(Expr expr) {
        BoundExpr bound = known.get(expr);
        if (bound == null) {
            Checkpoint.pass();
            bound = bindNew(expr);
            known.put(expr, bound);
        }
        return bound;
    }

    private BoundExpr bindNew(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> columns.apply(name);
            case Expr.Literal(Object value, DataType type) -> new BoundExpr.Constant(value, type.decoded());
            case Expr.Call call
            when LambdaBinding.takes(call) -> new LambdaBinding(this::bind, Binder::bind).bind(call);
            case Expr.Call call -> Constants.fold(call(flat(call)));
            case Expr.Applied applied -> Constants.fold(JavaBinding.bind(applied, each(applied.arguments())));
            case Expr.Lambda lambda ->
                throw new IllegalArgumentException(
                        "a lambda stands among the arguments of list_transform, list_filter or" + " list_reduce: "
                                + ExprText.brief(lambda));
            case Expr.Case branches -> bindCase(branches);
            case Expr.Cast cast ->
                Coercion.explicit(bind(cast.input()), cast.type().decoded(), cast.lenient(), ExprText.brief(cast));
            case Expr.In in -> bindIn(in);
            case Expr.Alias(Expr input, String _) -> bind(input);
            case Expr.Aggregate aggregate ->
                throw new IllegalArgumentException("the aggregation " + ExprText.brief(aggregate)
                        + " may stand only where groups are formed, not inside a row's expression or a filter");
        };
    }

    /// A chain of ANDs or ORs as one call: what is nested deeply takes as many calls to evaluate.
    private static Expr.Call flat(Expr.Call call) {
        return switch (call.function()) {
            case AND, OR -> new Expr.Call(call.function(), Conjuncts.parts(call, call.function()));
            default -> call;
        };
    }

    private List<BoundExpr> each(List<Expr> exprs) {
        return exprs.stream().map(this::bind).toList();
    }

    private static BoundExpr.Column column(Schema schema, String name) {
        int index = schema.indexOf(name);
        return new BoundExpr.Column(index, name, schema.field(index).type().decoded());
    }

    private BoundExpr call(Expr.Call call) {
        List<BoundExpr> arguments = each(call.arguments());
        Signature.checkCount(call, arguments.size());
        if (ListBinding.takes(call, arguments)) {
            return ListBinding.bind(call, arguments);
        }
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, INT_DIVIDE, MODULO -> ArithmeticBinding.binary(call, arguments);
            case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> ArithmeticBinding.bits(call, arguments);
            case NEGATE, ABS, SIGN -> ArithmeticBinding.unary(call, arguments.getFirst());
            case ROUND, FLOOR, CEIL, TRUNC -> MathBinding.rounding(call, arguments);
            case SQRT, POWER, EXP, LN, LOG2, LOG10, SIN, COS, TAN, IS_NAN -> MathBinding.floating(call, arguments);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                ComparisonBinding.compare(call, arguments);
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> ComparisonBinding.compare(call, arguments);
            case AND, OR, NOT, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> conditions(call, arguments);
            case IS_NULL, IS_NOT_NULL -> Signature.call(call, arguments, DataType.BOOL);
            case TRY ->
                Constants.attempted(
                        Signature.call(call, arguments, arguments.getFirst().type()));
            case COALESCE, GREATEST, LEAST -> ComparisonBinding.choose(call, arguments);
            case NULLIF -> ComparisonBinding.nullIf(call, arguments);
            case LOWER, UPPER, LENGTH, OCTET_LENGTH, SUBSTRING, LEFT, RIGHT, TRIM, LTRIM, RTRIM ->
                TextBinding.bind(call, arguments);
            case CONCAT, REPLACE, REPEAT, LPAD, RPAD, POSITION, CONTAINS, STARTS_WITH, ENDS_WITH ->
                TextBinding.bind(call, arguments);
            case LIKE, ILIKE -> TextBinding.bind(call, arguments);
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR -> TemporalBinding.part(call, arguments);
            case HOUR, MINUTE, SECOND, MILLISECOND, EPOCH -> TemporalBinding.part(call, arguments);
            case DATE_TRUNC, DATE_DIFF -> TemporalBinding.units(call, arguments);
            case TIME_BUCKET -> BucketBinding.bind(call, arguments);
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, REGEXP_REPLACE, REGEXP_EXTRACT, SPLIT_PART, TRANSLATE ->
                RowBinding.bind(call, arguments);
            case REVERSE, MD5, SHA256, CHR, UNICODE, LEVENSHTEIN, STRFTIME, STRPTIME, TRY_STRPTIME, MAKE_DATE ->
                RowBinding.bind(call, arguments);
            case LIST_VALUE, LIST_EXTRACT, LIST_SLICE, LIST_CONCAT, LIST_CONTAINS, LIST_POSITION, LIST_SORT ->
                throw new AssertionError("bound by ListBinding");
            case LIST_DISTINCT, LIST_REVERSE, LIST_AGGREGATE, LIST_RANGE, LIST_FLATTEN, LIST_ZIP, LIST_JOIN ->
                throw new AssertionError("bound by ListBinding");
            case STRING_SPLIT, STRUCT_PACK, STRUCT_EXTRACT, LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE ->
                throw new AssertionError("bound by ListBinding and LambdaBinding");
        };
    }

    private static BoundExpr conditions(Expr.Call call, List<BoundExpr> arguments) {
        List<BoundExpr> conditions = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            conditions.add(Coercion.condition(arguments.get(i), call.arguments().get(i)));
        }
        return Signature.call(call, conditions, DataType.BOOL);
    }

    private BoundExpr bindCase(Expr.Case branches) {
        List<BoundExpr> conditions = new ArrayList<>();
        for (Expr.When when : branches.branches()) {
            conditions.add(Coercion.condition(bind(when.condition()), when.condition()));
        }
        List<Expr> results = Stream.concat(
                        branches.branches().stream().map(Expr.When::result), Stream.of(branches.otherwise()))
                .toList();
        List<BoundExpr> bound =
                Coercion.toCommon(results.stream().map(this::bind).toList(), results, branches);
        List<BoundExpr.When> whens = new ArrayList<>();
        for (int i = 0; i < conditions.size(); i++) {
            whens.add(new BoundExpr.When(conditions.get(i), bound.get(i)));
        }
        return Constants.fold(
                new BoundExpr.Case(whens, bound.getLast(), bound.getLast().type()));
    }

    private BoundExpr bindIn(Expr.In in) {
        List<Expr> all =
                Stream.concat(Stream.of(in.input()), in.options().stream()).toList();
        List<BoundExpr> bound = Coercion.toCommon(all.stream().map(this::bind).toList(), all, in);
        return Constants.fold(new BoundExpr.In(bound.getFirst(), bound.subList(1, bound.size())));
    }
}
