package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Intervals;
import dev.sheaf.sql.function.JsonFunctions;
import dev.sheaf.sql.function.JsonMaking;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.function.NestedReading;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.TextForm;
import dev.sheaf.sql.function.TextKind;
import dev.sheaf.sql.function.TriedCasts;
import dev.sheaf.sql.function.Zones;
import dev.sheaf.sql.function.value.NestedTexts;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Turns the expressions of one clause into [Expr]s over the columns of the scope, aggregates and windows being
/// columns too, see `CallColumns`.
public final class ExpressionBinder implements PartBinder {
    private static final Set<String> HUGE = Set.of("hugeint", "int128");

    private final ExpressionSite site;

    /// How many TRY are around what is being bound.
    private int attempts;

    public ExpressionBinder(SelectContext context, Clause clause) {
        this(ExpressionSite.of(context, clause));
    }

    private ExpressionBinder(ExpressionSite site) {
        this.site = site;
    }

    /// For HAVING over groups whose keys read some columns.
    public static ExpressionBinder having(SelectContext context, Set<String> keyColumns) {
        return new ExpressionBinder(new ExpressionSite(
                context, Clause.HAVING, new ColumnChoice(), name -> !keyColumns.contains(name), Map.of()));
    }

    /// The columns that `*` and COLUMNS mean in a SELECT.
    public static ColumnsBinder columns(SelectContext context) {
        return new ColumnsBinder(
                context, (constants, condition) -> new ExpressionBinder(constants, Clause.VALUES).bind(condition));
    }

    @Override
    public ColumnsBinder columns() {
        return columns(context());
    }

    @Override
    public ExpressionSite site() {
        return site;
    }

    @Override
    public PartBinder in(Clause other) {
        return new ExpressionBinder(site.in(other));
    }

    /// The same binder for an expression in which COLUMNS means a column of its own.
    public ExpressionBinder with(ColumnChoice other) {
        return new ExpressionBinder(site.with(other));
    }

    @Override
    public Expr bind(Expression node) {
        Expr expr = part(node);
        type(expr, node);
        return expr;
    }

    @Override
    public Expr condition(Expression node) {
        Expr condition = bind(node);
        DataType type = type(condition, node).decoded();
        return type.isNumeric()
                ? context()
                        .origins()
                        .note(new Expr.Call(Function.NOT_EQUAL, List.of(condition, Expressions.lit(0))), node)
                : condition;
    }

    /// An expression whose types are checked with those of what it is a part of.
    @Override
    public Expr part(Expression node) {
        OperatorBinder operators = new OperatorBinder(this);
        NameBinder names = new NameBinder(this);
        NestedBinder nested = new NestedBinder(this);
        Expr expr = switch (node) {
            case Expression.Column column -> names.name(column);
            case Expression.Position position -> names.position(position);
            case Expression.Columns columns -> names.columns(columns);
            case Expression.Numeral number -> Literals.number(number.digits());
            case Expression.Text text -> Expressions.lit(text.value());
            case Expression.Bool bool -> Expressions.lit(bool.value());
            case Expression.Null _ -> Expressions.lit(null);
            case Expression.Parameter parameter -> names.parameter(parameter);
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
            case Expression.Comprehension list -> nested.comprehension(list);
            case Expression.StructOf struct -> nested.struct(struct.fields(), struct);
            case Expression.MapOf map -> nested.map(map);
            case Expression.Row row -> nested.row(row.values());
            case Expression.Subscript at -> nested.element(at);
            case Expression.Slice slice -> nested.slice(slice);
            case Expression.Field field -> NestedBinder.field(part(field.operand()), field.field());
            case Expression.Lambda(List<Name> parameters, Expression path, var at)
            when parameters.size() == 1
                    && (path instanceof Expression.Text
                            || path instanceof Expression.Numeral
                            || path instanceof Expression.Column) ->
                part(new Expression.Chain(
                        new Expression.Column(parameters, at), List.of(new Expression.Link(Operator.ARROW, path)), at));
            case Expression.Lambda _ ->
                throw error(node, "a lambda is the second argument of list_transform, list_filter and list_reduce");
            case Expression.Bytes bytes ->
                ScalarFunctions.find("unhex").orElseThrow().of(List.of(Expressions.lit(bytes.hex())));
            case Expression.OfRow row -> in(Clause.valueOf(row.clause().name())).attempted(row.value());
            case Expression.Seeing seeing -> new ExpressionBinder(site.seeing(seeing)).part(seeing.value());
            case Expression.Default _ -> throw unsupported(node, "DEFAULT");
            case Expression.Collate collate -> collated(collate);
            case Expression.AtTimeZone(Expression operand, Expression zone, var _) -> {
                List<Expr> arguments = List.of(part(zone), part(operand));
                yield Zones.of(arguments, List.of(DataType.STRING, type(arguments.getLast(), operand)));
            }
        };
        return context().origins().note(expr, node);
    }

    @Override
    public Expr lambda(List<Name> parameters, Expression body, List<DataType> types) {
        Map<String, ExpressionSite.Parameter> inner = new HashMap<>(site.lambda());
        List<String> columns = new ArrayList<>();
        for (Name parameter : parameters) {
            String column = "lambda." + site.lambda().size() + "." + parameter.text();
            columns.add(column);
            DataType type = columns.size() > types.size() ? DataType.NULL : types.get(columns.size() - 1);
            inner.put(parameter.text().toLowerCase(Locale.ROOT), new ExpressionSite.Parameter(column, type));
        }
        return new Expr.Lambda(columns, new ExpressionBinder(site.within(inner)).part(body));
    }

    private QueryError unsupported(Node node, String what) {
        return error(node, what + " is not supported in an expression");
    }

    private Expr collated(Expression.Collate collate) {
        Expr value = part(collate.operand());
        DataType type = type(value, collate.operand()).decoded();
        if (!type.equals(DataType.STRING) && !type.equals(DataType.NULL)) {
            throw error(collate, "COLLATE says how texts are compared, and this is " + type);
        }
        return context()
                .origins()
                .collations()
                .note(value, context().origins().collation(collate.collation(), collate));
    }

    private Expr branches(Expression.Case branches) {
        List<Expr.When> whens = new ArrayList<>();
        for (Expression.When when : branches.branches()) {
            Expr compared = branches.subject()
                    .<Expr>map(subject -> new Expr.Call(
                            Function.EQUAL,
                            context().keys(List.of(part(subject), part(when.condition())), when.condition())))
                    .orElseGet(() -> condition(when.condition()));
            context().origins().note(compared, when.condition());
            whens.add(new Expr.When(compared, part(when.result())));
        }
        return new Expr.Case(whens, branches.otherwise().map(this::part).orElseGet(() -> Expressions.lit(null)));
    }

    @Override
    public Expr attempted(Expression node) {
        attempts++;
        try {
            return part(node);
        } finally {
            attempts--;
        }
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
        Expr value = part(operand);
        Optional<TextForm> form = context().origins().form(typeName);
        if (form.orElse(null) instanceof TextForm.Whole(TextKind kind)) {
            return kind == TextKind.JSON
                    ? json(value, operand, lenient)
                    : uuid(node, value, operand, typeName, lenient);
        }
        DataType type = context().origins().type(typeName);
        Expr cast = cast(node, evened(value, operand, typeName), operand, type, lenient);
        return form.map(texts -> texts.of(cast, type, lenient)).orElse(cast);
    }

    /// A half goes to the even number beside it in HUGEINT, as in all types of whole numbers, and up in DECIMAL.
    private Expr evened(Expr value, Expression operand, TypeName to) {
        return HUGE.contains(to.text().toLowerCase(Locale.ROOT))
                        && type(value, operand).isFloating()
                ? ScalarFunctions.find("round_even").orElseThrow().of(List.of(value, Expressions.lit(0)))
                : value;
    }

    private Expr cast(Expression node, Expr value, Expression operand, DataType type, boolean lenient) {
        if (type.equals(DataType.STRING) && NestedTexts.takes(type(value, operand))) {
            return NestedTexts.of(value, type(value, operand));
        }
        if (type instanceof DataType.TimeType && hasZone(type(value, operand))) {
            if (lenient) {
                return new Expr.Literal(null, type);
            }
            throw error(node, "a TIMESTAMPTZ has no time without a zone; write (x AT TIME ZONE 'UTC')::TIME");
        }
        if (NestedTexts.takes(type) && NestedReading.takes(type(value, operand), type)) {
            return NestedReading.of(value, type, lenient);
        }
        Expr cast = lenient ? TriedCasts.of(value, type(value, operand), type) : Literals.cast(value, type, false);
        return checked(node, cast);
    }

    private static boolean hasZone(DataType type) {
        return type instanceof DataType.TimestampType moment && moment.zone().isPresent();
    }

    /// JSON is a text, of which a cast says that it is JSON. Any other value is written as JSON.
    private Expr json(Expr value, Expression operand, boolean lenient) {
        DataType type = type(value, operand).decoded();
        return type.equals(DataType.STRING) || type.equals(DataType.NULL)
                ? JsonFunctions.checked(value.cast(DataType.STRING), lenient)
                : JsonMaking.of(value, type);
    }

    private Expr uuid(Expression node, Expr value, Expression operand, TypeName name, boolean lenient) {
        DataType type = type(value, operand).decoded();
        boolean isText = type.equals(DataType.STRING) || type.equals(DataType.NULL);
        if (!isText && lenient) {
            return new Expr.Literal(null, DataType.STRING);
        }
        if (!isText) {
            throw error(node, "cannot cast " + type + " to " + name.text() + "; texts are read as UUIDs");
        }
        return TextKind.UUID.of(value.cast(DataType.STRING), lenient);
    }

    /// The cast, unless it is known to fail, which only TRY takes.
    public Expr checked(Expression node, Expr cast) {
        if (attempts == 0 && Literals.isFailing(cast)) {
            Expr.Cast failing = (Expr.Cast) cast;
            throw error(node, "cannot read " + failing.input().outputName() + " as " + failing.type());
        }
        return cast;
    }
}
