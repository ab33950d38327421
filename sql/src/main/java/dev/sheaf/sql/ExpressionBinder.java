package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLikeOperator;

/// Turns the expressions of one clause into [Expr]s over the columns of the scope, aggregates and windows being
/// columns too, see [Calls].
///
/// A name is a column of FROM if there is one, else an alias of the SELECT list, as in DuckDB; in HAVING, an alias
/// hides a column that no key reads.
final class ExpressionBinder {
    /// As in DuckDB; what runs an expression recurses on the stack of a common thread.
    private static final int MOST_LEVELS = 1000;

    private final SelectContext context;
    private final Clause clause;
    private final Predicate<String> hiddenByAlias;

    ExpressionBinder(SelectContext context, Clause clause) {
        this(context, clause, _ -> false);
    }

    private ExpressionBinder(SelectContext context, Clause clause, Predicate<String> hiddenByAlias) {
        this.context = context;
        this.clause = clause;
        this.hiddenByAlias = hiddenByAlias;
    }

    /// For HAVING over groups whose keys read some columns.
    static ExpressionBinder having(SelectContext context, Set<String> keyColumns) {
        return new ExpressionBinder(context, Clause.HAVING, name -> !keyColumns.contains(name));
    }

    /// The expression of a node.
    ///
    /// @throws SqlException if a name or function is not there, types do not fit, or the clause does not take it
    Expr bind(SqlNode node) {
        Expr expr = expr(node);
        if (depth(expr) > MOST_LEVELS) {
            throw context.statement()
                    .error(node, "this expression is nested more than " + MOST_LEVELS + " levels deep");
        }
        type(expr, node);
        return expr;
    }

    private static int depth(Expr expr) {
        return 1
                + expr.children().stream()
                        .mapToInt(ExpressionBinder::depth)
                        .max()
                        .orElse(0);
    }

    /// The same binder for another clause of the same SELECT.
    ExpressionBinder in(Clause other) {
        return new ExpressionBinder(context, other);
    }

    DataType type(Expr expr, SqlNode node) {
        return context.statement().type(expr, context.calls().schema(), node);
    }

    private Expr expr(SqlNode node) {
        Expr expr = switch (node) {
            case SqlIdentifier name -> name(name);
            case SqlLiteral literal -> Literals.of(literal).orElseThrow(() -> unsupported(node, node.toString()));
            case SqlCase branches -> branches(branches);
            case SqlCall call -> call(call);
            default -> throw unsupported(node, node.toString());
        };
        return context.statement().note(expr, node);
    }

    private SqlException unsupported(SqlNode node, String what) {
        return context.statement().error(node, what + " is not supported in an expression");
    }

    private Expr name(SqlIdentifier name) {
        String last = name.names.getLast();
        if (name.isStar()) {
            throw context.statement()
                    .error(name, "* stands for all columns and can only stand alone in SELECT or count(*)");
        }
        if (name.names.size() > 1 && !context.scope().isRelation(name.names.get(name.names.size() - 2))) {
            throw unknownRelation(name);
        }
        List<String> candidates = context.scope().ambiguous(last);
        if (!candidates.isEmpty()) {
            throw context.statement()
                    .error(
                            name,
                            "\"" + last + "\" may mean " + String.join(" or ", candidates) + "; write it as it is");
        }
        Optional<Expr> alias = name.isSimple() ? context.aliases().find(last) : Optional.empty();
        return context.scope()
                .find(last)
                .filter(column -> alias.isEmpty() || !hiddenByAlias.test(column))
                .<Expr>map(Expressions::col)
                .or(() -> alias)
                .map(expr -> checkCalls(expr, name))
                .orElseThrow(
                        () -> context.statement().error(name, context.scope().unknown(last)));
    }

    private SqlException unknownRelation(SqlIdentifier name) {
        String relation = name.names.get(name.names.size() - 2);
        String hint = context.scope().find(relation).isPresent()
                ? "; it is a column, and fields of columns cannot be read yet"
                : context.scope()
                        .relation()
                        .map(own -> "; FROM names \"" + own + "\"")
                        .orElse("");
        return context.statement().error(name, "there is no table \"" + relation + "\" in this query" + hint);
    }

    /// An alias may bring an aggregate or window to where it is not taken.
    private Expr checkCalls(Expr expr, SqlNode node) {
        if (!clause.takesAggregates() && context.calls().holdsAggregate(expr)) {
            throw aggregateRefused(node);
        }
        if (!clause.takesWindows() && context.calls().holdsWindow(expr)) {
            throw windowRefused(node);
        }
        return expr;
    }

    SqlException aggregateRefused(SqlNode node) {
        String hint = clause == Clause.WHERE ? "; use HAVING to choose among groups" : "";
        return context.statement().error(node, clause.words() + " cannot hold an aggregate" + hint);
    }

    SqlException windowRefused(SqlNode node) {
        String hint = clause == Clause.WHERE || clause == Clause.HAVING ? "; use QUALIFY to choose by it" : "";
        return context.statement().error(node, clause.words() + " cannot hold a window function" + hint);
    }

    private Expr branches(SqlCase branches) {
        List<Expr.When> whens = new ArrayList<>();
        for (int i = 0; i < branches.getWhenOperands().size(); i++) {
            whens.add(new Expr.When(
                    expr(branches.getWhenOperands().get(i)),
                    expr(branches.getThenOperands().get(i))));
        }
        return new Expr.Case(whens, expr(Objects.requireNonNull(branches.getElseOperand())));
    }

    private Expr call(SqlCall call) {
        return switch (call.getKind()) {
            case AND -> chain(call, Function.AND);
            case OR -> chain(call, Function.OR);
            case NOT -> simple(call, Function.NOT);
            case EQUALS -> simple(call, Function.EQUAL);
            case NOT_EQUALS -> simple(call, Function.NOT_EQUAL);
            case LESS_THAN -> simple(call, Function.LESS);
            case LESS_THAN_OR_EQUAL -> simple(call, Function.LESS_OR_EQUAL);
            case GREATER_THAN -> simple(call, Function.GREATER);
            case GREATER_THAN_OR_EQUAL -> simple(call, Function.GREATER_OR_EQUAL);
            case IS_DISTINCT_FROM -> simple(call, Function.IS_DISTINCT_FROM);
            case IS_NOT_DISTINCT_FROM -> simple(call, Function.IS_NOT_DISTINCT_FROM);
            case PLUS -> simple(call, Function.ADD);
            case MINUS -> simple(call, Function.SUBTRACT);
            case TIMES -> simple(call, Function.MULTIPLY);
            case MOD -> simple(call, Function.MODULO);
            case DIVIDE -> division(call);
            case MINUS_PREFIX -> simple(call, Function.NEGATE);
            case PLUS_PREFIX -> expr(call.operand(0));
            case IS_NULL -> simple(call, Function.IS_NULL);
            case IS_NOT_NULL -> simple(call, Function.IS_NOT_NULL);
            case IS_TRUE -> simple(call, Function.IS_TRUE);
            case IS_NOT_TRUE -> simple(call, Function.IS_NOT_TRUE);
            case IS_FALSE -> simple(call, Function.IS_FALSE);
            case IS_NOT_FALSE -> simple(call, Function.IS_NOT_FALSE);
            case BETWEEN -> between(call);
            case IN -> in(call);
            case NOT_IN -> in(call).not();
            case LIKE -> like(call);
            case CAST -> cast(call, typeName(call.operand(1)), false);
            case SAFE_CAST -> cast(call, typeName(call.operand(1)), true);
            case ITEM -> item(call);
            case OTHER -> other(call);
            case OTHER_FUNCTION, FILTER, WITHIN_GROUP, OVER -> new FunctionBinder(context, clause, this).bind(call);
            default -> throw refused(call);
        };
    }

    List<Expr> arguments(SqlCall call) {
        return call.getOperandList().stream().map(this::expr).toList();
    }

    private Expr simple(SqlCall call, Function function) {
        return new Expr.Call(function, arguments(call));
    }

    /// `a AND b AND c` is parsed as a tree that leans to the left, deep if it is long.
    private Expr chain(SqlCall call, Function function) {
        Deque<Expr> parts = new ArrayDeque<>();
        SqlNode left = call;
        while (left instanceof SqlBasicCall same && same.getKind() == call.getKind()) {
            parts.push(expr(same.operand(1)));
            left = same.operand(0);
        }
        parts.push(expr(left));
        return new Expr.Call(function, List.copyOf(parts));
    }

    /// `/` divides as DOUBLE, as FLOAT if one operand is FLOAT and none DOUBLE; `//` cuts to a whole number.
    private Expr division(SqlCall call) {
        if (context.statement().isWholeDivision(call.operand(0), call.operand(1))) {
            return simple(call, Function.INT_DIVIDE);
        }
        List<Expr> operands = List.of(expr(call.operand(0)), expr(call.operand(1)));
        DataType left = type(operands.getFirst(), call.operand(0));
        DataType right = type(operands.getLast(), call.operand(1));
        if (left.equals(DataType.FLOAT32) || right.equals(DataType.FLOAT32)) {
            return new Expr.Call(Function.DIVIDE, operands);
        }
        return new Expr.Call(
                Function.DIVIDE, List.of(dividend(operands.getFirst(), left), dividend(operands.getLast(), right)));
    }

    private static Expr dividend(Expr operand, DataType type) {
        if (!type.isInteger() && !(type instanceof DecimalType)) {
            return operand;
        }
        return operand instanceof Expr.Literal(Object value, var _) && value instanceof Number number
                ? Expressions.lit(number.doubleValue())
                : operand.cast(DataType.FLOAT64);
    }

    private Expr between(SqlCall call) {
        SqlBetweenOperator operator = (SqlBetweenOperator) call.getOperator();
        if (operator.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
            throw context.statement().error(call, "BETWEEN SYMMETRIC is not supported; write the lower bound first");
        }
        Expr between = expr(call.operand(0)).between(expr(call.operand(1)), expr(call.operand(2)));
        return operator.isNegated() ? between.not() : between;
    }

    private Expr in(SqlCall call) {
        if (!(call.operand(1) instanceof SqlNodeList options)) {
            throw refused(call.operand(1));
        }
        return new Expr.In(
                expr(call.operand(0)), options.stream().map(this::expr).toList());
    }

    private Expr like(SqlCall call) {
        SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
        Expr like = simple(call, operator.isCaseSensitive() ? Function.LIKE : Function.ILIKE);
        return operator.isNegated() ? like.not() : like;
    }

    private static String typeName(SqlDataTypeSpec type) {
        return Objects.requireNonNull(type.getTypeName()).getSimple();
    }

    /// A subscript, if it stands for `::`.
    private Expr item(SqlCall call) {
        return Dialect.castType(call.operand(1))
                .map(type -> cast(call, type, false))
                .orElseThrow(() -> refused(call));
    }

    private Expr cast(SqlCall call, String typeName, boolean lenient) {
        DataType type;
        try {
            type = TypeNames.parse(typeName);
        } catch (IllegalArgumentException unknown) {
            throw context.statement().error(call.operand(1), String.valueOf(unknown.getMessage()));
        }
        Expr cast = Literals.cast(expr(call.operand(0)), type, lenient);
        if (Literals.isFailing(cast)) {
            throw context.statement()
                    .error(call, "cannot read " + cast.children().getFirst().outputName() + " as " + type);
        }
        return cast;
    }

    private Expr other(SqlCall call) {
        if (call.getOperator().getName().equals("||")) {
            return simple(call, Function.CONCAT);
        }
        throw refused(call);
    }

    private SqlException refused(SqlNode node) {
        return switch (node.getKind()) {
            case SELECT, ORDER_BY, WITH, UNION, INTERSECT, EXCEPT, VALUES, EXISTS, SCALAR_QUERY ->
                unsupported(node, "a query");
            case SOME, ALL -> unsupported(node, "a comparison with ANY or ALL");
            case ROW -> unsupported(node, "a row of several values");
            case ITEM -> unsupported(node, "taking an element of a list");
            case SIMILAR -> context.statement().error(node, "SIMILAR TO is not supported; use LIKE");
            default ->
                unsupported(
                        node,
                        SqlKind.FUNCTION.contains(node.getKind()) ? node.toString() : String.valueOf(node.getKind()));
        };
    }
}
