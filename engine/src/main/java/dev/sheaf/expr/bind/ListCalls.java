package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.list.ColumnFunction;
import dev.sheaf.expr.list.Lambdas;
import dev.sheaf.expr.list.Lambdas.Body;
import dev.sheaf.expr.list.ListAggregate;
import dev.sheaf.expr.list.ListChoice;
import dev.sheaf.expr.list.ListMaking;
import dev.sheaf.expr.list.ListRange;
import dev.sheaf.expr.list.ListSearch;
import dev.sheaf.expr.list.ListTexts;
import dev.sheaf.expr.list.NestedCasts;
import dev.sheaf.expr.list.NestedComparison;
import java.util.ArrayList;
import java.util.List;

/// Which calls and casts are functions of columns, for evaluator and interpreter alike, and of which
/// expressions.
public final class ListCalls {
    private ListCalls() {}

    /// Makes bodies of lambdas and of conversions computable.
    @FunctionalInterface
    public interface Bodies {
        Body of(BoundExpr body);
    }

    /// Whether values of the type have parts.
    public static boolean isNested(DataType type) {
        return type instanceof DataType.ListType || type instanceof DataType.StructType;
    }

    /// Whether a call is one of lists or structs.
    public static boolean takes(BoundExpr.Call call) {
        return switch (call.function()) {
            case LIST_VALUE, LIST_EXTRACT, LIST_SLICE, LIST_CONCAT, LIST_CONTAINS, LIST_POSITION, LIST_SORT -> true;
            case LIST_DISTINCT, LIST_REVERSE, LIST_AGGREGATE, LIST_RANGE, LIST_FLATTEN, LIST_ZIP, LIST_JOIN -> true;
            case STRING_SPLIT, STRUCT_PACK, STRUCT_EXTRACT, LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> true;
            case LENGTH -> isNested(call.argument(0).type());
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                isNested(call.argument(0).type());
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM ->
                isNested(call.argument(0).type());
            default -> false;
        };
    }

    /// The arguments of the function of a call: those of the call without the constants that choose it, a
    /// lambda being what it reads of the rows around.
    public static List<BoundExpr> arguments(BoundExpr.Call call) {
        List<BoundExpr> all = call.arguments();
        return switch (call.function()) {
            case LIST_SORT, LIST_AGGREGATE, STRUCT_EXTRACT -> all.subList(0, 1);
            case LIST_RANGE -> all.subList(0, 3);
            case STRUCT_PACK -> values(all);
            case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> {
                List<BoundExpr> given = new ArrayList<>(List.of(all.getFirst()));
                given.addAll(all.subList(2, all.size()));
                given.addAll(((BoundExpr.Lambda) all.get(1)).captures());
                yield given;
            }
            default -> all;
        };
    }

    /// Every second argument: names stand before values.
    private static List<BoundExpr> values(List<BoundExpr> all) {
        List<BoundExpr> values = new ArrayList<>();
        for (int i = 1; i < all.size(); i += 2) {
            values.add(all.get(i));
        }
        return values;
    }

    /// What computes a call.
    public static ColumnFunction of(BoundExpr.Call call, Bodies bodies) {
        return switch (call.function()) {
            case LIST_VALUE -> ListMaking.values(element(call.type()));
            case LIST_EXTRACT -> ListChoice::element;
            case LIST_SLICE -> ListChoice::slice;
            case LIST_CONCAT -> ListMaking.concat(element(call.type()));
            case LIST_CONTAINS -> ListSearch::contains;
            case LIST_POSITION -> ListSearch::position;
            case LIST_SORT -> ListChoice.sort(new SortDirection(isTrue(call.argument(1)), isTrue(call.argument(2))));
            case LIST_DISTINCT -> ListChoice::distinct;
            case LIST_REVERSE -> ListChoice::reverse;
            case LIST_AGGREGATE ->
                ListAggregate.of(text(call.argument(1))).orElseThrow().function();
            case LIST_RANGE -> ListRange.of(isTrue(call.argument(3)));
            case LIST_FLATTEN -> ListMaking::flatten;
            case LIST_ZIP -> ListMaking.zip((DataType.StructType) element(call.type()));
            case LIST_JOIN -> ListTexts::join;
            case STRING_SPLIT -> ListTexts::split;
            case STRUCT_PACK -> ListMaking.struct((DataType.StructType) call.type());
            case STRUCT_EXTRACT -> {
                int field = field(call);
                yield (arguments, rows, pool) -> ListMaking.field(arguments, field, rows, pool);
            }
            case LENGTH -> ListSearch::length;
            case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> lambda(call, bodies);
            default -> comparison(call.function());
        };
    }

    /// The number of the field that STRUCT_EXTRACT reads.
    public static int field(BoundExpr.Call call) {
        DataType.StructType struct = (DataType.StructType) call.argument(0).type();
        return struct.find(text(call.argument(1))).orElseThrow();
    }

    private static ColumnFunction lambda(BoundExpr.Call call, Bodies bodies) {
        BoundExpr.Lambda lambda = (BoundExpr.Lambda) call.argument(1);
        Body body = bodies.of(lambda.body());
        return switch (call.function()) {
            case LIST_TRANSFORM -> Lambdas.transform(body, lambda.schema(), lambda.parameters() > 1);
            case LIST_FILTER -> Lambdas.filter(body, lambda.schema(), lambda.parameters() > 1);
            default ->
                Lambdas.reduce(
                        body,
                        lambda.schema(),
                        lambda.parameters() > 2,
                        call.arguments().size() > 2);
        };
    }

    private static ColumnFunction comparison(Function function) {
        return switch (function) {
            case EQUAL -> NestedComparison.of(order -> order == 0);
            case NOT_EQUAL -> NestedComparison.of(order -> order != 0);
            case LESS -> NestedComparison.of(order -> order < 0);
            case LESS_OR_EQUAL -> NestedComparison.of(order -> order <= 0);
            case GREATER -> NestedComparison.of(order -> order > 0);
            case GREATER_OR_EQUAL -> NestedComparison.of(order -> order >= 0);
            case IS_DISTINCT_FROM -> NestedComparison.sameness(false);
            case IS_NOT_DISTINCT_FROM -> NestedComparison.sameness(true);
            default -> throw new AssertionError(function);
        };
    }

    /// What computes a cast of lists or structs.
    public static ColumnFunction cast(BoundExpr.Cast cast, Bodies bodies) {
        return switch (cast.type()) {
            case DataType.ListType(DataType element) -> {
                DataType from = element(cast.input().type());
                yield NestedCasts.list(from, bodies.of(conversion(cast, from, element)));
            }
            case DataType.StructType to -> {
                DataType.StructType from = (DataType.StructType) cast.input().type();
                List<Body> conversions = new ArrayList<>();
                for (int i = 0; i < to.fields().size(); i++) {
                    conversions.add(bodies.of(conversion(
                            cast,
                            from.fields().get(i).type().decoded(),
                            to.fields().get(i).type().decoded())));
                }
                yield NestedCasts.struct(from, to, conversions);
            }
            default -> throw new AssertionError(cast.type());
        };
    }

    /// The conversion of one column.
    private static BoundExpr conversion(BoundExpr.Cast cast, DataType from, DataType to) {
        BoundExpr column = new BoundExpr.Column(0, "x", from);
        if (from.equals(to)) {
            return column;
        }
        return from.equals(DataType.NULL)
                ? new BoundExpr.Constant(null, to)
                : new BoundExpr.Cast(column, to, cast.lenient(), cast.text());
    }

    private static DataType element(DataType type) {
        return ((DataType.ListType) type).element().decoded();
    }

    private static boolean isTrue(BoundExpr constant) {
        return constant instanceof BoundExpr.Constant(Object value, var _) && Boolean.TRUE.equals(value);
    }

    private static String text(BoundExpr constant) {
        return constant instanceof BoundExpr.Constant(Object value, var _) ? String.valueOf(value) : "";
    }
}
