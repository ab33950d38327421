package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.function.MapFunctions;
import dev.sheaf.sql.function.TextSlices;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Binds lists, structs and maps as they are written, what is taken out of them, and the lambdas over their elements.
final class NestedBinder {
    /// Begin the names of functions that give lists, which are no maps though their elements be entries.
    private static final List<String> LISTS = List.of("list", "array", "map_entries");

    private final PartBinder parts;

    NestedBinder(PartBinder parts) {
        this.parts = parts;
    }

    /// `[f(x) FOR x IN list IF c]`: the elements that are kept, and what is made of them.
    Expr comprehension(Expression.Comprehension node) {
        Expr list = parts.part(node.list());
        List<DataType> types = List.of(element(list, node.list()), DataType.INT64);
        Expr kept = node.condition()
                .<Expr>map(condition -> new Expr.Call(
                        Function.LIST_FILTER, List.of(list, parts.lambda(node.names(), condition, types))))
                .orElse(list);
        return new Expr.Call(Function.LIST_TRANSFORM, List.of(kept, parts.lambda(node.names(), node.element(), types)));
    }

    /// The arguments of a function that takes a list and then a lambda over its elements.
    List<Expr> withLambda(List<Expression> arguments, Expression.Lambda function, boolean reduces) {
        List<Expr> bound = new ArrayList<>(List.of(parts.part(arguments.getFirst())));
        List<Expr> others = parts.parts(arguments.subList(2, arguments.size()));
        DataType element = element(bound.getFirst(), arguments.getFirst());
        DataType start = others.isEmpty() ? element : parts.type(others.getFirst(), arguments.get(2));
        List<DataType> types = reduces ? List.of(start, element, DataType.INT64) : List.of(element, DataType.INT64);
        bound.add(parts.lambda(function.parameters(), function.body(), types));
        bound.addAll(others);
        return bound;
    }

    private DataType element(Expr list, Node node) {
        return parts.type(list, node).decoded() instanceof DataType.ListType(DataType element)
                ? element.decoded()
                : DataType.NULL;
    }

    /// A struct of values with names.
    Expr struct(List<Expression.Argument> fields, Node node) {
        List<Expr> bound = new ArrayList<>();
        for (Expression.Argument field : fields) {
            bound.add(Expressions.lit(field.name()
                    .or(() -> field.value() instanceof Expression.Column column
                            ? Optional.of(column.last())
                            : Optional.empty())
                    .map(Name::text)
                    .orElseThrow(() -> parts.error(node, "each value of a struct needs a name: {'a': 1} or a := 1"))));
            bound.add(parts.part(field.value()));
        }
        return new Expr.Call(Function.STRUCT_PACK, bound);
    }

    Expr map(Expression.MapOf map) {
        List<Expression> keys =
                map.entries().stream().map(Expression.When::condition).toList();
        List<Expression> values =
                map.entries().stream().map(Expression.When::result).toList();
        return MapFunctions.of(
                new Expr.Call(Function.LIST_VALUE, parts.parts(keys)),
                new Expr.Call(Function.LIST_VALUE, parts.parts(values)));
    }

    /// A struct whose fields are called v1, v2 and so on.
    Expr row(List<Expression> values) {
        List<Expr> bound = new ArrayList<>();
        for (Expression value : values) {
            bound.add(Expressions.lit("v" + (1 + bound.size() / 2)));
            bound.add(parts.part(value));
        }
        return new Expr.Call(Function.STRUCT_PACK, bound);
    }

    /// An element of a list, the value of a key, a field by its name in quotes, or a letter of a text.
    Expr element(Expression.Subscript node) {
        Expr operand = parts.part(node.operand());
        Optional<DataType> keys = MapFunctions.keys(parts.type(operand, node.operand()));
        if (node.index() instanceof Expression.Text name && keys.isEmpty()) {
            return field(operand, new Name(name.value(), name.at()));
        }
        Expr index = parts.part(node.index());
        if (keys.isPresent() && isKey(keys.get(), index, node)) {
            return MapFunctions.value(operand, index);
        }
        return isText(operand, node.operand())
                ? new Expr.Call(Function.SUBSTRING, List.of(operand, index, Expressions.lit(1L)))
                : new Expr.Call(Function.LIST_EXTRACT, List.of(operand, index));
    }

    /// Whether an index is a key. A list of entries has the type of a map; whether it is one says what is written.
    private boolean isKey(DataType keys, Expr index, Expression.Subscript node) {
        boolean isPlace = parts.type(index, node.index()).decoded().isInteger();
        return !isPlace || (keys.isNumeric() && !isList(node.operand()));
    }

    private static boolean isList(Expression operand) {
        return operand instanceof Expression.ListOf
                || (operand instanceof Expression.Call call
                        && LISTS.stream().anyMatch(call.name().toLowerCase(Locale.ROOT)::startsWith));
    }

    private boolean isText(Expr expr, Node node) {
        return parts.type(expr, node).decoded().equals(DataType.STRING);
    }

    Expr slice(Expression.Slice node) {
        Expr sliced = parts.part(node.operand());
        if (isText(sliced, node)) {
            Expr first = node.from().map(parts::part).orElseGet(() -> Expressions.lit(1L));
            Expr last = node.to().map(parts::part).orElseGet(() -> Expressions.lit(-1L));
            if (node.step().isPresent()) {
                throw parts.error(node, "a slice of a text has no step");
            }
            return TextSlices.of(sliced, first, last);
        }
        if (MapFunctions.keys(parts.type(sliced, node.operand())).isPresent() && !isList(node.operand())) {
            throw parts.error(node, "slices are of lists and texts, not of a map; take map_entries of it");
        }
        Expr open = Expressions.lit(Long.MIN_VALUE);
        Expr from = node.from().map(parts::part).orElse(open);
        Expr to = node.to().map(parts::part).orElse(open);
        Expr step = node.step().map(parts::part).orElseGet(() -> Expressions.lit(1L));
        return new Expr.Call(Function.LIST_SLICE, List.of(sliced, from, to, step));
    }

    static Expr field(Expr struct, Name name) {
        return new Expr.Call(Function.STRUCT_EXTRACT, List.of(struct, Expressions.lit(name.text())));
    }
}
