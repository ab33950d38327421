package dev.sheaf.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;

/// The types of the expressions that need no rules of arithmetic.
final class Types {
    private Types() {}

    static DataType typeOf(Expr expr, Schema input) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> input.type(name);
            case Expr.Literal(Object _, DataType type) -> type;
            case Expr.Cast cast -> cast.type();
            case Expr.In _ -> DataType.BOOL;
            case Expr.Alias(Expr inner, String _) -> typeOf(inner, input);
            case Expr.Case branches -> typeOf(branches.branches().getFirst().result(), input);
            case Expr.Call call -> call(call, input);
            case Expr.Aggregate aggregate -> aggregate(aggregate, input);
        };
    }

    private static DataType call(Expr.Call call, Schema input) {
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, NEGATE, ABS -> typeOf(call.arguments().getFirst(), input);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, AND, OR, NOT -> DataType.BOOL;
            case IS_NULL, IS_NOT_NULL, LIKE -> DataType.BOOL;
            case DIVIDE -> DataType.FLOAT64;
            default -> throw new IllegalArgumentException("the type of " + call.outputName() + " is not known");
        };
    }

    private static DataType aggregate(Expr.Aggregate aggregate, Schema input) {
        return switch (aggregate.aggregation()) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> DataType.INT64;
            case Aggregation.Min(), Aggregation.Max() ->
                typeOf(aggregate.arguments().getFirst(), input);
            case Aggregation.Sum() ->
                typeOf(aggregate.arguments().getFirst(), input).isInteger() ? DataType.INT64 : DataType.FLOAT64;
            default -> DataType.FLOAT64;
        };
    }
}
