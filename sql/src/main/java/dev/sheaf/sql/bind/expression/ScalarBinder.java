package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.SessionSettings;
import dev.sheaf.sql.function.Scalar;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.StructFunctions;
import dev.sheaf.sql.function.TemporalFunctions;
import dev.sheaf.sql.function.Typed;
import dev.sheaf.sql.function.TypedFunctions;
import dev.sheaf.sql.function.value.RandomUuids;
import dev.sheaf.sql.function.value.Sequence;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.TreeSearch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Binds functions of one row: those of SQL and those that are registered, with lambdas, fields by name and unnest.
final class ScalarBinder {
    /// Functions that look for a text in another, as it is compared.
    private static final Set<String> SEARCHES = Set.of("contains", "starts_with", "position", "strpos", "instr");

    private final PartBinder parts;
    private final ExpressionSite site;

    ScalarBinder(PartBinder parts) {
        this.parts = parts;
        this.site = parts.site();
    }

    Expr bind(Expression.Call call) {
        String name = FunctionNames.key(call);
        boolean isPlain = FunctionNames.isPlain(call);
        if (isPlain && call.arguments().isEmpty()) {
            Optional<Expr> now =
                    TemporalFunctions.now(name, site.context().parameters().now());
            if (now.isPresent()) {
                return now.get();
            }
        }
        return switch (name) {
            case "random" -> random(call);
            case "try" -> isPlain && call.arguments().size() == 1 ? attempted(call) : named(call, name);
            case "uuid", "gen_random_uuid", "uuidv4" ->
                Expressions.call(RandomUuids.OF_RANDOM, random(call), random(call), random(call));
            case "nextval", "currval" -> numbered(call);
            case "getvariable" -> variable(call);
            case "current_setting" -> setting(call);
            case "struct_pack" -> new NestedBinder(parts).struct(call.arguments(), call);
            case "row" -> new NestedBinder(parts).row(FunctionNames.values(call, site));
            case "unnest" ->
                isPlain && call.arguments().size() == 1
                        ? unnest(call, FunctionNames.values(call, site).getFirst())
                        : named(call, name);
            default -> named(call, name);
        };
    }

    /// What is computed elsewhere, or for each row anew, is not what TRY catches.
    private Expr attempted(Expression.Call call) {
        Expression tried = FunctionNames.values(call, site).getFirst();
        Expr value = parts.attempted(tried);
        CallColumns calls = site.context().calls();
        if (TreeSearch.holdsQuery(tried)
                || TreeSearch.holdsVolatileCall(tried)
                || calls.holdsAggregate(value)
                || calls.holdsWindow(value)) {
            throw parts.error(
                    call, "TRY takes no aggregates, windows, queries and random numbers; write it inside them");
        }
        return new Expr.Call(Function.TRY, List.of(value));
    }

    private Expr named(Expression.Call call, String name) {
        Parameters parameters = site.context().parameters();
        Optional<Typed> typed = TypedFunctions.find(name);
        Optional<Scalar> function = parameters.function(name).map(Scalar::of).or(() -> ScalarFunctions.find(name));
        if (function.isEmpty() && typed.isEmpty() && !StructFunctions.takesFields(name)) {
            throw site.error(call, FunctionNames.unknown(call, parameters.functions()));
        }
        if (!FunctionNames.isPlain(call)) {
            throw parts.error(call, name + " is no aggregate; it takes no DISTINCT, FILTER or WITHIN GROUP");
        }
        if (StructFunctions.takesFields(name)) {
            return withFields(call);
        }
        List<Expr> given = arguments(call);
        if (name.equals("nullif") && given.size() == 2) {
            return nullif(given, call);
        }
        List<Expr> arguments = SEARCHES.contains(name) ? site.context().searched(given, call) : given;
        return site.placing(
                call,
                () -> typed.isPresent()
                        ? typed.get().of(arguments, types(call, arguments))
                        : function.get().of(arguments));
    }

    private Expr nullif(List<Expr> values, Expression.Call call) {
        List<Expr> keys = site.context().keys(values, call);
        return keys.equals(values)
                ? new Expr.Call(Function.NULLIF, values)
                : new Expr.Case(
                        List.of(new Expr.When(keys.getFirst().eq(keys.getLast()), Expressions.lit(null))),
                        values.getFirst());
    }

    private List<DataType> types(Expression.Call call, List<Expr> arguments) {
        return arguments.stream().map(argument -> parts.type(argument, call)).toList();
    }

    /// `struct_insert(s, a := 1)`: a struct, and then fields by name.
    private Expr withFields(Expression.Call call) {
        if (call.arguments().isEmpty()) {
            throw parts.error(call, FunctionNames.key(call) + " takes a struct and fields by name: a := 1");
        }
        Expression operand = call.arguments().getFirst().value();
        Expr struct = parts.part(operand);
        Map<String, Expr> given = new LinkedHashMap<>();
        for (Argument field : call.arguments().subList(1, call.arguments().size())) {
            Name name = field.name().orElseThrow(() -> parts.error(field.value(), "this field needs a name: a := 1"));
            given.put(name.text(), parts.part(field.value()));
        }
        return site.placing(
                call, () -> StructFunctions.with(FunctionNames.key(call), struct, parts.type(struct, operand), given));
    }

    /// The value of a setting: a number, true or false, or a text.
    private Expr setting(Expression.Call call) {
        String name = SessionSettings.named(name(call, "current_setting takes the name of a setting as a text"));
        String value = site.context().parameters().settings().meanings().get(name);
        if (value == null && !SessionSettings.isWithoutMeaning(name)) {
            throw parts.error(call, "there is no setting " + name);
        }
        return value == null || !value.matches("\\d{1,18}|true|false")
                ? new Expr.Literal(value, DataType.STRING)
                : value.matches("\\d+")
                        ? Expressions.lit(Long.parseLong(value))
                        : Expressions.lit(Boolean.parseBoolean(value));
    }

    private String name(Expression.Call call, String problem) {
        if (!FunctionNames.isPlain(call)
                || call.arguments().size() != 1
                || !(call.arguments().getFirst().value() instanceof Expression.Text(String name, var _))) {
            throw parts.error(call, problem);
        }
        return name;
    }

    /// What a variable of the session has been set to; null if it has not been set.
    private Expr variable(Expression.Call call) {
        String name = name(call, "getvariable takes the name of a variable as a text");
        return site.context()
                .parameters()
                .variable(name.toLowerCase(Locale.ROOT))
                .orElseGet(() -> new Expr.Literal(null, DataType.NULL));
    }

    /// A number of a sequence, which a function of a random number gives: it is called for each row.
    private Expr numbered(Expression.Call call) {
        boolean isNext = FunctionNames.key(call).equals("nextval");
        String name = name(call, FunctionNames.key(call) + " takes the name of a sequence as a text");
        Sequence sequence = site.context()
                .parameters()
                .sequence(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> parts.error(call, "there is no sequence " + name));
        java.util.function.Function<Double, Long> number = _ -> isNext ? sequence.next() : sequence.current();
        return Expressions.call(
                ScalarFunction.of(FunctionNames.key(call), DataType.FLOAT64, DataType.INT64, number)
                        .onceARow()
                        .hidingArguments(),
                column(call));
    }

    /// Random numbers are columns that the rows of FROM get, or the groups, so that one that two parts of a query
    /// read is one number.
    private Expr random(Expression.Call call) {
        if (!call.arguments().isEmpty() || !FunctionNames.isPlain(call)) {
            throw parts.error(call, FunctionNames.key(call) + " takes no arguments");
        }
        return column(call);
    }

    private Expr column(Expression.Call call) {
        if (site.context().inner().isEmpty() || site.clause() == Clause.ON) {
            throw parts.error(
                    call,
                    site.clause().words() + " cannot hold " + FunctionNames.key(call)
                            + "(); give it a name in a sub-query");
        }
        return site.context()
                .calls()
                .random("random()", ThreadLocalRandom.current().nextLong());
    }

    private List<Expr> arguments(Expression.Call call) {
        List<Expression> values = FunctionNames.values(call, site);
        return values.size() > 1 && values.get(1) instanceof Expression.Lambda lambda
                ? new NestedBinder(parts)
                        .withLambda(values, lambda, FunctionNames.key(call).endsWith("_reduce"))
                : sinceToday(
                        call,
                        values.stream()
                                .flatMap(value -> unpacked(value).stream())
                                .toList());
    }

    /// The age of one moment is its distance from the current day.
    private List<Expr> sinceToday(Expression.Call call, List<Expr> arguments) {
        return FunctionNames.key(call).equals("age") && arguments.size() == 1
                ? List.of(
                        TemporalFunctions.now(
                                        "today", site.context().parameters().now())
                                .orElseThrow(),
                        arguments.getFirst())
                : arguments;
    }

    /// An argument; of `*COLUMNS(...)` each column that it means.
    private List<Expr> unpacked(Expression value) {
        if (value instanceof Expression.Columns columns && columns.unpacked()) {
            return parts.columns().of(columns).stream()
                    .<Expr>map(Expressions::col)
                    .toList();
        }
        return List.of(parts.part(value));
    }

    /// The elements of a list, each of which becomes a row.
    private Expr unnest(Expression.Call call, Expression operand) {
        if (!site.clause().takesUnnest() || !site.lambda().isEmpty()) {
            throw site.unnestRefused(call);
        }
        Expr list = parts.bind(operand);
        if (!(parts.type(list, operand).decoded() instanceof DataType.ListType(DataType element))) {
            throw site.error(call, "unnest takes a list, not " + parts.type(list, operand));
        }
        if (site.context().calls().holdsUnnest(list)) {
            throw site.error(call, "unnest takes no unnest; write unnest(list, recursive := true)");
        }
        return site.context().calls().unnest(list, parts.nameOf(call), element);
    }
}
