package dev.sheaf.expr;

import java.util.List;

/// Expressions as text, the way SQL would write them, and the names of result columns that follow.
public sealed interface TextMethods extends ExprText.Part permits Expr {

    /// The name of the result column if the user gave none: of a column its name, else the expression as text.
    default String outputName() {
        return switch ((Expr) this) {
            case Expr.Alias(Expr _, String name) -> name;
            case Expr.ColumnRef(String name) -> name;
            default -> ExprText.of(this);
        };
    }

    /// Whether [#outputName()] is this name. Writes no more of a long text than the name has.
    default boolean isNamed(String name) {
        return switch ((Expr) this) {
            case Expr.ColumnRef _, Expr.Alias _ -> outputName().equals(name);
            default -> ExprText.is(this, name);
        };
    }

    @Override
    default void writeTo(ExprText out) {
        switch ((Expr) this) {
            case Expr.ColumnRef(String name) -> out.add(name);
            case Expr.Literal(String text, var _) -> out.add("'" + text.replace("'", "''") + "'");
            case Expr.Literal(Object value, var _) -> out.addValue(value);
            case Expr.Call call -> write(call, out);
            case Expr.Applied(ScalarFunction function, List<Expr> arguments) ->
                out.add(function.name() + "(").addAll(arguments, ", ").add(")");
            case Expr.Case branches -> write(branches, out);
            case Expr.Cast(Expr input, var type, boolean lenient) ->
                out.add(lenient ? "try_cast(" : "cast(").add(input).add(" as " + type + ")");
            case Expr.In(Expr input, List<Expr> options) ->
                out.add(input).add(" in (").addAll(options, ", ").add(")");
            case Expr.Aggregate aggregate -> write(aggregate, out);
            case Expr.Lambda(List<String> parameters, Expr body) ->
                out.add("lambda " + String.join(", ", parameters) + ": ").add(body);
            case Expr.Alias(Expr input, String name) -> out.add(input).add(" as " + name);
        }
    }

    private static void write(Expr.Call call, ExprText out) {
        String symbol = call.function().symbol();
        if (call.function().isInfix()) {
            out.add("(").addAll(call.arguments(), " " + symbol + " ").add(")");
        } else if (symbol.startsWith("is ")) {
            out.add(call.arguments().getFirst()).add(" " + symbol);
        } else {
            out.add(symbol + "(").addAll(call.arguments(), ", ").add(")");
        }
    }

    private static void write(Expr.Case branches, ExprText out) {
        out.add("case ");
        for (Expr.When when : branches.branches()) {
            out.add("when ")
                    .add(when.condition())
                    .add(" then ")
                    .add(when.result())
                    .add(" ");
        }
        out.add("else ").add(branches.otherwise()).add(" end");
    }

    private static void write(Expr.Aggregate aggregate, ExprText out) {
        Aggregation aggregation = aggregate.aggregation();
        out.add(AggregationText.name(aggregation) + "(" + (aggregate.distinct() ? "distinct " : ""));
        if (aggregation instanceof Aggregation.CountAll()) {
            out.add("*");
        } else {
            out.addAll(aggregate.arguments(), ", ");
        }
        out.add(AggregationText.parameters(aggregation) + ")");
        aggregate
                .filter()
                .ifPresent(filter -> out.add(" filter (where ").add(filter).add(")"));
    }
}
