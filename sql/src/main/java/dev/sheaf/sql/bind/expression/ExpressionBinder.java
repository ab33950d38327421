package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
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
import dev.sheaf.sql.function.MapFunctions;
import dev.sheaf.sql.function.MomentFunctions;
import dev.sheaf.sql.function.NestedReading;
import dev.sheaf.sql.function.NestedTexts;
import dev.sheaf.sql.function.TextSlices;
import dev.sheaf.sql.function.Zones;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /// The columns that parameters of the lambdas around are, by name in small letters.
    private final Map<String, Parameter> lambda;

    /// A parameter of a lambda: the column that stands for it, and its type; of the value so far of a reduction the
    /// type that it begins with.
    private record Parameter(String column, DataType type) {}

    public ExpressionBinder(SelectContext context, Clause clause) {
        this(context, clause, new ColumnChoice(), _ -> false, Map.of());
    }

    private ExpressionBinder(
            SelectContext context,
            Clause clause,
            ColumnChoice choice,
            Predicate<String> hiddenByAlias,
            Map<String, Parameter> lambda) {
        this.lambda = lambda;
        this.context = context;
        this.clause = clause;
        this.choice = choice;
        this.hiddenByAlias = hiddenByAlias;
    }

    /// For HAVING over groups whose keys read some columns.
    public static ExpressionBinder having(SelectContext context, Set<String> keyColumns) {
        return new ExpressionBinder(
                context, Clause.HAVING, new ColumnChoice(), name -> !keyColumns.contains(name), Map.of());
    }

    /// The same binder for another clause of the same SELECT.
    ExpressionBinder in(Clause other) {
        return new ExpressionBinder(context, other, choice, _ -> false, lambda);
    }

    /// The same binder for an expression in which COLUMNS means a column of its own.
    public ExpressionBinder with(ColumnChoice other) {
        return new ExpressionBinder(context, clause, other, hiddenByAlias, lambda);
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

    /// As [#bind], where a condition is meant: a number holds unless it is 0.
    public Expr condition(Expression node) {
        Expr condition = bind(node);
        DataType type = type(condition, node).decoded();
        return type.isNumeric()
                ? context.origins()
                        .note(new Expr.Call(Function.NOT_EQUAL, List.of(condition, Expressions.lit(0))), node)
                : condition;
    }

    public DataType type(Expr expr, Node node) {
        Expr known = lambda.isEmpty() ? expr : ExprRewrite.mapColumns(expr, this::typed);
        return context.origins().type(known, context.calls().typing(), node);
    }

    /// A column, or of a parameter something of its type.
    private Expr typed(String name) {
        return lambda.values().stream()
                .filter(parameter -> parameter.column().equals(name))
                .findFirst()
                .<Expr>map(parameter -> Expressions.lit(null).cast(parameter.type()))
                .orElseGet(() -> Expressions.col(name));
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
            case Expression.InQuery _, Expression.Scalar _, Expression.Exists _ -> new Subqueries(this).bind(node);
            case Expression.Quantified _, Expression.ArrayOf _ -> new Subqueries(this).bind(node);
            case Expression.InValue in -> {
                Expr found = new Expr.Call(Function.LIST_CONTAINS, List.of(part(in.list()), part(in.operand())));
                yield in.negated() ? found.not() : found;
            }
            case Expression.ListOf list -> new Expr.Call(Function.LIST_VALUE, parts(list.elements()));
            case Expression.Comprehension list -> comprehension(list);
            case Expression.StructOf struct -> struct(struct.fields(), struct);
            case Expression.MapOf map -> map(map);
            case Expression.Row row -> row(row.values());
            case Expression.Subscript at -> element(at);
            case Expression.Slice slice -> slice(slice);
            case Expression.Field field -> field(part(field.operand()), field.field());
            case Expression.Lambda _ ->
                throw error(node, "a lambda is the second argument of list_transform, list_filter and list_reduce");
            case Expression.Bytes _ -> throw error(node, "bytes cannot be written in a query yet; cast a text to BLOB");
            case Expression.OfRow(Expression value, var _) -> in(Clause.UPDATE).part(value);
            case Expression.Default _ -> throw unsupported(node, "DEFAULT");
            case Expression.Collate _ -> throw unsupported(node, "COLLATE");
            case Expression.AtTimeZone(Expression operand, Expression zone, var _) -> {
                List<Expr> arguments = List.of(part(zone), part(operand));
                yield Zones.of(arguments, List.of(DataType.STRING, type(arguments.getLast(), operand)));
            }
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

    /// `[f(x) FOR x IN list IF c]`: the elements that are kept, and what is made of them.
    private Expr comprehension(Expression.Comprehension node) {
        Expr list = part(node.list());
        List<DataType> types = List.of(element(list, node.list()), DataType.INT64);
        Expr kept = node.condition()
                .<Expr>map(condition ->
                        new Expr.Call(Function.LIST_FILTER, List.of(list, lambda(node.names(), condition, types))))
                .orElse(list);
        return new Expr.Call(Function.LIST_TRANSFORM, List.of(kept, lambda(node.names(), node.element(), types)));
    }

    /// A lambda, whose parameters hide columns and the parameters of the lambdas around.
    private Expr lambda(List<Name> parameters, Expression body, List<DataType> types) {
        Map<String, Parameter> inner = new HashMap<>(lambda);
        List<String> columns = new ArrayList<>();
        for (Name parameter : parameters) {
            String column = "lambda." + lambda.size() + "." + parameter.text();
            columns.add(column);
            DataType type = columns.size() > types.size() ? DataType.NULL : types.get(columns.size() - 1);
            inner.put(parameter.text().toLowerCase(Locale.ROOT), new Parameter(column, type));
        }
        ExpressionBinder binder = new ExpressionBinder(context, clause, choice, hiddenByAlias, inner);
        return new Expr.Lambda(columns, binder.part(body));
    }

    /// The arguments of a function that takes a list and then a lambda over its elements.
    List<Expr> withLambda(List<Expression> arguments, Expression.Lambda function, boolean reduces) {
        List<Expr> bound = new ArrayList<>(List.of(part(arguments.getFirst())));
        List<Expr> others = parts(arguments.subList(2, arguments.size()));
        DataType element = element(bound.getFirst(), arguments.getFirst());
        DataType start = others.isEmpty() ? element : type(others.getFirst(), arguments.get(2));
        List<DataType> types = reduces ? List.of(start, element, DataType.INT64) : List.of(element, DataType.INT64);
        bound.add(lambda(function.parameters(), function.body(), types));
        bound.addAll(others);
        return bound;
    }

    private DataType element(Expr list, Node node) {
        return type(list, node).decoded() instanceof DataType.ListType(DataType element)
                ? element.decoded()
                : DataType.NULL;
    }

    /// A struct of values with names.
    Expr struct(List<Expression.Argument> fields, Node node) {
        List<Expr> parts = new ArrayList<>();
        for (Expression.Argument field : fields) {
            parts.add(Expressions.lit(field.name()
                    .map(Name::text)
                    .orElseThrow(() -> error(node, "each value of a struct needs a name: {'a': 1} or a := 1"))));
            parts.add(part(field.value()));
        }
        return new Expr.Call(Function.STRUCT_PACK, parts);
    }

    private Expr map(Expression.MapOf map) {
        List<Expression> keys =
                map.entries().stream().map(Expression.When::condition).toList();
        List<Expression> values =
                map.entries().stream().map(Expression.When::result).toList();
        return MapFunctions.of(
                new Expr.Call(Function.LIST_VALUE, parts(keys)), new Expr.Call(Function.LIST_VALUE, parts(values)));
    }

    /// A struct whose fields are called v1, v2 and so on.
    Expr row(List<Expression> values) {
        List<Expr> parts = new ArrayList<>();
        for (Expression value : values) {
            parts.add(Expressions.lit("v" + (1 + parts.size() / 2)));
            parts.add(part(value));
        }
        return new Expr.Call(Function.STRUCT_PACK, parts);
    }

    /// An element of a list, the value of a key, a field by its name in quotes, or a letter of a text.
    private Expr element(Expression.Subscript node) {
        Expr operand = part(node.operand());
        Optional<DataType> keys = MapFunctions.keys(type(operand, node.operand()));
        if (node.index() instanceof Expression.Text name && keys.isEmpty()) {
            return field(operand, new Name(name.value(), name.at()));
        }
        Expr index = part(node.index());
        if (keys.isPresent() && isKey(keys.get(), index, node)) {
            return MapFunctions.value(operand, index);
        }
        return isText(operand, node.operand())
                ? new Expr.Call(Function.SUBSTRING, List.of(operand, index, Expressions.lit(1L)))
                : new Expr.Call(Function.LIST_EXTRACT, List.of(operand, index));
    }

    /// Whether an index is a key: of a map of numbers it may be the place of an element, too, unless the map is
    /// written there.
    private boolean isKey(DataType keys, Expr index, Expression.Subscript node) {
        boolean isPlace = type(index, node.index()).decoded().isInteger();
        boolean isMade = node.operand() instanceof Expression.MapOf
                || (node.operand() instanceof Expression.Call call
                        && call.name().toLowerCase(Locale.ROOT).startsWith("map"));
        if (isPlace && keys.isNumeric() && !isMade) {
            throw error(
                    node,
                    "this may be the value of a key or the element at a place;"
                            + " write map_extract_value(map, key) or list_extract(list, place)");
        }
        return !isPlace || keys.isNumeric();
    }

    private boolean isText(Expr expr, Node node) {
        return type(expr, node).decoded().equals(DataType.STRING);
    }

    private Expr slice(Expression.Slice node) {
        Expr sliced = part(node.operand());
        if (isText(sliced, node)) {
            Expr first = node.from().map(this::part).orElseGet(() -> Expressions.lit(1L));
            Expr last = node.to().map(this::part).orElseGet(() -> Expressions.lit(-1L));
            if (node.step().isPresent()) {
                throw error(node, "a slice of a text has no step");
            }
            return TextSlices.of(sliced, first, last);
        }
        Expr open = Expressions.lit(Long.MIN_VALUE);
        Expr from = node.from().map(this::part).orElse(open);
        Expr to = node.to().map(this::part).orElse(open);
        Expr step = node.step().map(this::part).orElseGet(() -> Expressions.lit(1L));
        return new Expr.Call(Function.LIST_SLICE, List.of(sliced, from, to, step));
    }

    private static Expr field(Expr struct, Name name) {
        return new Expr.Call(Function.STRUCT_EXTRACT, List.of(struct, Expressions.lit(name.text())));
    }

    /// `s.a`, `t.s.a` and longer: fields of the structs that the beginning of the path names.
    private Optional<Expr> fields(Expression.Column column) {
        for (int known = 1; known < Math.min(3, column.path().size()); known++) {
            Expression.Column start = new Expression.Column(column.path().subList(0, known), column.at());
            Optional<Expr> found = start.isSimple() ? simple(start) : context.column(start);
            if (found.isPresent()) {
                Expr value = found.get();
                for (Name name : column.path().subList(known, column.path().size())) {
                    value = field(value, name);
                }
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    private Optional<Expr> simple(Expression.Column column) {
        Parameter parameter = lambda.get(column.last().text().toLowerCase(Locale.ROOT));
        return parameter != null
                ? Optional.of(Expressions.col(parameter.column()))
                : context.column(column)
                        .or(() -> context.aliases().find(column.last().text()));
    }

    private Expr name(Expression.Column column) {
        Parameter parameter =
                column.isSimple() ? lambda.get(column.last().text().toLowerCase(Locale.ROOT)) : null;
        if (parameter != null) {
            return Expressions.col(parameter.column());
        }
        Optional<Expr> alias =
                column.isSimple() ? context.aliases().find(column.last().text()) : Optional.empty();
        return context.column(column)
                .filter(found -> alias.isEmpty() || !hiddenByAlias.test(found.outputName()))
                .or(() -> alias.map(expr -> context.origins().expanded(expr, column)))
                .or(() -> fields(column))
                .or(() -> context.outers().find(column))
                .or(() -> now(column))
                .or(() -> row(column))
                .map(expr -> checkCalls(expr, column))
                .orElseThrow(() -> unknown(column));
    }

    /// The row of a relation by its name, as a struct.
    private Optional<Expr> row(Expression.Column column) {
        String name = column.last().text();
        if (!column.isSimple() || !context.scope().isRelation(name)) {
            return Optional.empty();
        }
        List<Expr> parts = new ArrayList<>();
        for (Scope.Column each : context.scope().of(name)) {
            parts.add(Expressions.lit(each.name()));
            parts.add(Expressions.col(each.planName()));
        }
        return Optional.of(new Expr.Call(Function.STRUCT_PACK, parts));
    }

    private Optional<Expr> now(Expression.Column column) {
        String word = column.last().text().toLowerCase(Locale.ROOT);
        return column.isSimple() && MomentFunctions.isWord(word)
                ? MomentFunctions.now(word, context.parameters().now())
                : Optional.empty();
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
                ? "; it is a column without such a field"
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
        if (!clause.takesUnnest() && context.calls().holdsUnnest(expr)) {
            throw unnestRefused(node);
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

    QueryError unnestRefused(Node node) {
        return error(node, clause.words() + " cannot hold unnest; unnest in a sub-query");
    }

    /// The elements of a list, each of which becomes a row.
    Expr unnest(Expression.Call call, Expression operand) {
        if (!clause.takesUnnest() || !lambda.isEmpty()) {
            throw unnestRefused(call);
        }
        Expr list = bind(operand);
        if (!(type(list, operand).decoded() instanceof DataType.ListType(DataType element))) {
            throw error(call, "unnest takes a list, not " + type(list, operand));
        }
        if (context.calls().holdsUnnest(list)) {
            throw error(call, "unnest takes no unnest; write unnest(list, recursive := true)");
        }
        return context.calls().unnest(list, nameOf(call), element);
    }

    private Expr branches(Expression.Case branches) {
        List<Expr.When> whens = new ArrayList<>();
        for (Expression.When when : branches.branches()) {
            Expr compared = branches.subject()
                    .<Expr>map(subject -> new Expr.Call(Function.EQUAL, List.of(part(subject), part(when.condition()))))
                    .orElseGet(() -> condition(when.condition()));
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
        Expr value = part(operand);
        if (type.equals(DataType.STRING) && NestedTexts.takes(type(value, operand))) {
            return NestedTexts.of(value, type(value, operand));
        }
        return NestedTexts.takes(type) && NestedReading.takes(type(value, operand), type)
                ? NestedReading.of(value, type, lenient)
                : checked(node, Literals.cast(value, type, lenient));
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
