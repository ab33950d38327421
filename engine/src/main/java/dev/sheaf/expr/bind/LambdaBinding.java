package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.ListType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.value.CommonType;
import java.util.ArrayList;
import java.util.List;

/// The types of functions that take a lambda. Its body is bound over its parameters and the columns around that it
/// reads.
final class LambdaBinding {
    private final UnaryBinder binder;
    private final Bodies bodies;

    /// Binds an expression over the columns around.
    @FunctionalInterface
    interface UnaryBinder {
        BoundExpr bind(Expr expr);
    }

    /// Binds a body over a schema of its own.
    @FunctionalInterface
    interface Bodies {
        BoundExpr bind(Expr body, Schema schema);
    }

    LambdaBinding(UnaryBinder binder, Bodies bodies) {
        this.binder = binder;
        this.bodies = bodies;
    }

    static boolean takes(Expr.Call call) {
        return switch (call.function()) {
            case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> true;
            default -> false;
        };
    }

    BoundExpr bind(Expr.Call call) {
        Signature.checkCount(call, call.arguments().size());
        BoundExpr given = binder.bind(call.arguments().getFirst());
        ListType list = ListBinding.list(call, List.of(given), 0);
        BoundExpr lists = Coercion.to(given, list);
        if (!(call.arguments().get(1) instanceof Expr.Lambda lambda)) {
            throw new IllegalArgumentException(call.function().symbol() + " takes a lambda as its second argument: "
                    + call.function().symbol() + "(list, lambda x: x + 1)");
        }
        DataType element = list.element().decoded();
        return switch (call.function()) {
            case LIST_TRANSFORM -> {
                BoundExpr.Lambda bound = bind(lambda, List.of(element, DataType.INT64), 1);
                yield Signature.call(call, List.of(lists, bound), new ListType(bound.type()));
            }
            case LIST_FILTER -> {
                BoundExpr.Lambda bound = bind(lambda, List.of(element, DataType.INT64), 1);
                BoundExpr condition = Coercion.condition(bound.body(), lambda.body());
                yield Signature.call(call, List.of(lists, bound.with(condition)), list);
            }
            default -> reduce(call, lambda, lists, element);
        };
    }

    /// The value so far has the common type of where it begins and of what the body gives.
    private BoundExpr reduce(Expr.Call call, Expr.Lambda lambda, BoundExpr lists, DataType element) {
        boolean initial = call.arguments().size() > 2;
        BoundExpr first = initial ? binder.bind(call.arguments().get(2)) : lists;
        DataType start = initial ? first.type() : element;
        DataType made = bind(lambda, List.of(start, element, DataType.INT64), 2).type();
        DataType type = CommonType.of(start, made)
                .orElseThrow(() -> new IllegalArgumentException("list_reduce begins with " + start
                        + " and its lambda gives " + made + "; cast one of them: " + ExprText.brief(call)));
        DataType item = initial ? element : type;
        BoundExpr.Lambda bound = bind(lambda, List.of(type, item, DataType.INT64), 2);
        BoundExpr body = Coercion.to(bound.body(), type);
        List<BoundExpr> arguments = new ArrayList<>();
        arguments.add(Coercion.to(lists, new ListType(item)));
        arguments.add(bound.with(body));
        if (initial) {
            arguments.add(Coercion.to(first, type));
        }
        return Signature.call(call, arguments, type);
    }

    private BoundExpr.Lambda bind(Expr.Lambda lambda, List<DataType> types, int least) {
        int count = lambda.parameters().size();
        if (count < least || count > types.size()) {
            throw new IllegalArgumentException("this lambda takes " + least + " to " + types.size()
                    + " parameters, not " + count + ": " + ExprText.brief(lambda));
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(new Field(lambda.parameters().get(i), types.get(i)));
        }
        List<BoundExpr> captures = new ArrayList<>();
        for (String name : ExprColumns.of(lambda)) {
            BoundExpr column = binder.bind(new Expr.ColumnRef(name));
            captures.add(column);
            fields.add(new Field(name, column.type()));
        }
        Schema schema = new Schema(fields);
        return new BoundExpr.Lambda(captures, bodies.bind(lambda.body(), schema), schema, count);
    }
}
