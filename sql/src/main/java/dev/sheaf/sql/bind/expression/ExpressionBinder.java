package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.ResultNames;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Intervals;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Turns the expressions of one clause into [Expr]s over the columns of the scope, aggregates and windows being
/// columns too, see `Calls`.
///
/// A name is a column of FROM if there is one, else an alias of the SELECT list, as in DuckDB; in HAVING, an alias
/// hides a column that no key reads.
public final class ExpressionBinder {
    private final SelectContext context;
    private final Clause clause;
    private final ColumnChoice choice;
    private final Predicate<String> hiddenByAlias;

    public ExpressionBinder(SelectContext context, Clause clause) {
        this(context, clause, new ColumnChoice(), _ -> false);
    }

    private ExpressionBinder(
            SelectContext context, Clause clause, ColumnChoice choice, Predicate<String> hiddenByAlias) {
        this.context = context;
        this.clause = clause;
        this.choice = choice;
        this.hiddenByAlias = hiddenByAlias;
    }

    /// For HAVING over groups whose keys read some columns.
    public static ExpressionBinder having(SelectContext context, Set<String> keyColumns) {
        return new ExpressionBinder(context, Clause.HAVING, new ColumnChoice(), name -> !keyColumns.contains(name));
    }

    /// The same binder for another clause of the same SELECT.
    ExpressionBinder in(Clause other) {
        return new ExpressionBinder(context, other, choice, _ -> false);
    }

    /// The same binder for an expression in which COLUMNS means a column of its own.
    public ExpressionBinder with(ColumnChoice other) {
        return new ExpressionBinder(context, clause, other, hiddenByAlias);
    }

    SelectContext context() {
        return context;
    }

    Clause clause() {
        return clause;
    }

    /// The expression of a node.
    ///
    /// @throws QueryError if a name or function is not there, types do not fit, or the clause does not take it
    public Expr bind(Expression node) {
        Expr expr = part(node);
        type(expr, node);
        return expr;
    }

    public DataType type(Expr expr, Node node) {
        return context.origins().type(expr, context.calls().schema(expr), node);
    }

    public String nameOf(Expression node) {
        return new ResultNames(context.scope(), choice).of(node);
    }

    /// An expression whose types are checked with those of what it is a part of.
    Expr part(Expression node) {
        OperatorBinder operators = new OperatorBinder(this);
        Expr expr = switch (node) {
            case Expression.Column column -> name(column);
            case Expression.Position position -> position(position);
            case Expression.Columns columns -> columns(columns);
            case Expression.Numeral number -> Literals.number(number.digits());
            case Expression.Text text -> Expressions.lit(text.value());
            case Expression.Bool bool -> Expressions.lit(bool.value());
            case Expression.Null _ -> Expressions.lit(null);
            case Expression.Parameter parameter -> parameter(parameter);
            case Expression.Typed typed -> cast(typed, typed.text(), typed.type(), false);
            case Expression.Cast cast -> cast(cast, cast.operand(), cast.type(), cast.lenient());
            case Expression.Interval interval -> interval(interval);
            case Expression.Prefix prefix -> operators.prefix(prefix);
            case Expression.Chain chain -> operators.chain(chain);
            case Expression.Is is -> operators.is(is);
            case Expression.Between between -> operators.between(between);
            case Expression.InList in -> operators.in(in);
            case Expression.Like like -> operators.like(like);
            case Expression.Case branches -> branches(branches);
            case Expression.Call call -> new FunctionBinder(this).bind(call);
            case Expression.Star star ->
                throw error(star, "* stands for all columns and can only stand alone in SELECT or count(*)");
            case Expression.InQuery _, Expression.Scalar _, Expression.Exists _, Expression.Quantified _ ->
                new Subqueries(this).bind(node);
            case Expression.ArrayOf _ -> throw unsupported(node, "ARRAY of a query");
            case Expression.InValue _ -> throw unsupported(node, "a search in a list");
            case Expression.ListOf _, Expression.Comprehension _ ->
                throw error(node, "a list cannot be written in a query yet");
            case Expression.StructOf _, Expression.MapOf _ ->
                throw error(node, "a struct or map cannot be written in a query yet");
            case Expression.Row _ -> throw unsupported(node, "a row of several values");
            case Expression.Subscript _, Expression.Slice _ -> throw unsupported(node, "taking an element of a list");
            case Expression.Field _ -> throw unsupported(node, "taking a field of a struct");
            case Expression.Lambda _ -> throw error(node, "functions in arguments are not supported");
            case Expression.Bytes _ -> throw error(node, "bytes cannot be written in a query yet; cast a text to BLOB");
            case Expression.Default _ -> throw unsupported(node, "DEFAULT");
            case Expression.Collate _ -> throw unsupported(node, "COLLATE");
            case Expression.AtTimeZone _ -> throw unsupported(node, "AT TIME ZONE");
        };
        return context.origins().note(expr, node);
    }

    List<Expr> parts(List<Expression> nodes) {
        return nodes.stream().map(this::part).toList();
    }

    QueryError error(Node node, String problem) {
        return context.origins().error(node, problem);
    }

    QueryError unsupported(Node node, String what) {
        return error(node, what + " is not supported in an expression");
    }

    private Expr name(Expression.Column column) {
        Optional<Expr> alias =
                column.isSimple() ? context.aliases().find(column.last().text()) : Optional.empty();
        return context.column(column)
                .filter(found -> alias.isEmpty() || !hiddenByAlias.test(found.outputName()))
                .or(() -> alias.map(expr -> context.origins().expanded(expr, column)))
                .or(() -> context.outers().find(column))
                .map(expr -> checkCalls(expr, column))
                .orElseThrow(() -> unknown(column));
    }

    private QueryError unknown(Expression.Column column) {
        String name = column.last().text();
        Optional<String> relation = SelectContext.relation(column);
        if (relation.isEmpty()) {
            return error(column, context.scope().unknown(name));
        }
        if (context.scope().isRelation(relation.get())) {
            return error(column, context.scope().unknownOf(relation.get(), name));
        }
        List<String> relations = context.scope().relations();
        String hint = context.scope().find(relation.get()).isPresent()
                ? "; it is a column, and fields of columns cannot be read yet"
                : relations.isEmpty() ? "" : "; FROM names \"" + String.join("\", \"", relations) + "\"";
        return error(column, "there is no table \"" + relation.get() + "\" in this query" + hint);
    }

    private Expr position(Expression.Position position) {
        List<Scope.Column> columns = context.scope().listed();
        if (position.number() < 1 || position.number() > columns.size()) {
            throw error(position, "#" + position.number() + " is no column of FROM, which has " + columns.size());
        }
        return Expressions.col(columns.get(position.number() - 1).planName());
    }

    private Expr columns(Expression.Columns columns) {
        if (columns.unpacked()) {
            throw error(columns, "*COLUMNS stands among the arguments of a function: greatest(*COLUMNS('a.*'))");
        }
        try {
            return Expressions.col(choice.of(new ColumnsBinder(context).of(columns)));
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw error(columns, Origins.message(refused));
        }
    }

    private Expr parameter(Expression.Parameter parameter) {
        if (!context.parameters().contains(parameter.key())) {
            throw error(parameter, context.parameters().unknown(parameter.key()));
        }
        try {
            return Expressions.lit(context.parameters().get(parameter.key()));
        } catch (IllegalArgumentException refused) {
            throw error(parameter, "the parameter $" + parameter.key() + ": " + Origins.message(refused));
        }
    }

    /// An alias may bring an aggregate or window to where it is not taken.
    private Expr checkCalls(Expr expr, Node node) {
        if (!clause.takesAggregates() && context.calls().holdsAggregate(expr)) {
            throw aggregateRefused(node);
        }
        if (!clause.takesWindows() && context.calls().holdsWindow(expr)) {
            throw windowRefused(node);
        }
        return expr;
    }

    QueryError aggregateRefused(Node node) {
        String hint = clause == Clause.WHERE ? "; use HAVING to choose among groups" : "";
        return error(node, clause.words() + " cannot hold an aggregate" + hint);
    }

    QueryError windowRefused(Node node) {
        String hint = clause == Clause.WHERE || clause == Clause.HAVING ? "; use QUALIFY to choose by it" : "";
        return error(node, clause.words() + " cannot hold a window function" + hint);
    }

    private Expr branches(Expression.Case branches) {
        List<Expr.When> whens = new ArrayList<>();
        for (Expression.When when : branches.branches()) {
            Expr condition = part(when.condition());
            Expr compared = branches.subject()
                    .<Expr>map(subject -> new Expr.Call(Function.EQUAL, List.of(part(subject), condition)))
                    .orElse(condition);
            context.origins().note(compared, when.condition());
            whens.add(new Expr.When(compared, part(when.result())));
        }
        return new Expr.Case(whens, branches.otherwise().map(this::part).orElseGet(() -> Expressions.lit(null)));
    }

    private Expr interval(Expression.Interval interval) {
        Optional<String> constant = Intervals.constant(interval);
        if (constant.isPresent()) {
            return checked(interval, Literals.cast(Expressions.lit(constant.get()), DataType.INTERVAL, false));
        }
        Expr amount = part(interval.amount());
        return interval.unit()
                .map(unit -> Intervals.of(amount, type(amount, interval.amount()), unit))
                .orElseGet(() -> amount.cast(DataType.INTERVAL));
    }

    private Expr cast(Expression node, Expression operand, TypeName typeName, boolean lenient) {
        DataType type = context.origins().type(typeName);
        return checked(node, Literals.cast(part(operand), type, lenient));
    }

    /// The cast, unless it is known to fail.
    public Expr checked(Expression node, Expr cast) {
        if (Literals.isFailing(cast)) {
            Expr.Cast failing = (Expr.Cast) cast;
            throw error(node, "cannot read " + failing.input().outputName() + " as " + failing.type());
        }
        return cast;
    }

    /// Rising unless DESC is said, and nulls last unless asked otherwise, whichever the direction.
    public static SortDirection direction(OrderItem item) {
        return new SortDirection(item.descending(), item.nullsFirst().orElse(false));
    }
}
