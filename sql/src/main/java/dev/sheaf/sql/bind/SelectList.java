package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.expression.ColumnsBinder;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.ScopeColumn;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Binds the list behind SELECT: expressions with and without alias, `*`, `t.*`, `* EXCLUDE (a)`,
/// `* REPLACE (a + 1 AS a)`, `* RENAME (a AS b)`, `COLUMNS('a.*')`, `unnest(...)`. An expression may use the aliases
/// before it.
final class SelectList {
    private final SelectContext context;
    private final ExpressionBinder binder;
    private final ColumnsBinder columns;
    private final List<Item> items = new ArrayList<>();

    private SelectList(SelectContext context) {
        this.context = context;
        this.binder = new ExpressionBinder(context, Clause.SELECT);
        this.columns = ExpressionBinder.columns(context);
    }

    /// One result column.
    record Item(Node node, String name, Expr expr) {
        Item named(String other) {
            return new Item(node, other, expr);
        }
    }

    /// The result columns, with distinct names.
    static List<Item> bind(List<Clauses.Item> nodes, SelectContext context) {
        SelectList list = new SelectList(context);
        nodes.forEach(list::add);
        List<String> unique = UniqueNames.of(list.items.stream().map(Item::name).toList());
        List<Item> result = new ArrayList<>();
        for (int i = 0; i < unique.size(); i++) {
            result.add(list.items.get(i).named(unique.get(i)));
        }
        return List.copyOf(result);
    }

    private void add(Clauses.Item node) {
        if (node.value() instanceof Expression.Star star) {
            star(star);
            return;
        }
        if (node.value() instanceof Expression.Call call && isUnnest(call)) {
            Expression operand = call.arguments().getFirst().value();
            UnnestDepth depth = UnnestDepth.of(call, context.origins());
            Expr value = binder.bind(operand);
            DataType type = binder.type(value, operand).decoded();
            boolean isPlain = depth.levels() == 1 || !(type instanceof DataType.ListType);
            if (!isPlain
                    || (type instanceof DataType.StructType
                            && (depth.levels() > 1 || node.alias().isEmpty()))) {
                String name = node.alias().map(Name::text).orElseGet(() -> binder.nameOf(call));
                depth.parts(name, value, type)
                        .forEach(part -> items.add(new Item(call, part.name(), expr(part, call))));
                return;
            }
        }
        ColumnChoice choice = new ColumnChoice();
        do {
            Item item = item(node, choice);
            items.add(item);
            node.alias().ifPresent(alias -> context.aliases().add(alias.text(), item.expr()));
        } while (choice.next());
    }

    /// The item for the present column of its COLUMNS, if it holds any; it is named like that column then.
    private Item item(Clauses.Item node, ColumnChoice choice) {
        Expression value = node.value();
        ExpressionBinder own = binder.with(choice);
        Expr expr = own.bind(value);
        String name = node.alias()
                .map(Name::text)
                .or(() -> choice.current().map(context.scope()::nameOf))
                .orElseGet(() -> own.nameOf(value));
        return new Item(value, name, expr);
    }

    private Expr expr(UnnestDepth.Part part, Expression.Call call) {
        return part.isUnnested()
                ? context.calls().unnest(part.value(), part.name(), element(part.value(), call))
                : part.value();
    }

    private DataType element(Expr list, Expression.Call call) {
        return ((DataType.ListType) binder.type(list, call).decoded()).element();
    }

    private static boolean isUnnest(Expression.Call call) {
        return call.name().equalsIgnoreCase("unnest")
                && !call.arguments().isEmpty()
                && call.arguments().stream()
                        .skip(1)
                        .allMatch(argument -> argument.name().isPresent());
    }

    /// The fields of a struct as columns.
    private void fields(Expression node, Expr struct, DataType.StructType type) {
        type.fields().forEach(field -> {
            Expr value = new Expr.Call(Function.STRUCT_EXTRACT, List.of(struct, Expressions.lit(field.name())));
            items.add(new Item(node, field.name(), value));
        });
    }

    /// Whether this is the star of a struct, whose fields are then columns.
    private boolean isStruct(Expression.Star star) {
        Expression.Column column = new Expression.Column(star.relation(), star.at());
        Optional<Expr> found = column.isSimple() ? context.column(column) : Optional.empty();
        if (found.isEmpty() || !(binder.type(found.get(), star).decoded() instanceof DataType.StructType type)) {
            return false;
        }
        fields(star, found.get(), type);
        return true;
    }

    /// A column of the query around, by its relation.
    private void outer(Expression.Star star, String name) {
        List<Name> path = List.of(star.relation().getLast(), new Name(name, star.at()));
        Expr column =
                context.outers().find(new Expression.Column(path, star.at())).orElseThrow();
        items.add(new Item(star, name, column));
    }

    private void star(Expression.Star star) {
        if (!star.relation().isEmpty()
                && star.isPlain()
                && !context.scope().isRelation(star.relation().getLast().text())) {
            List<String> around =
                    context.outers().columnsOf(star.relation().getLast().text());
            around.forEach(name -> outer(star, name));
            if (!around.isEmpty() || isStruct(star)) {
                return;
            }
        }
        List<ScopeColumn> taken = columns.of(star);
        Map<String, Expression> replaced = new HashMap<>();
        star.replace().forEach(one -> replaced.put(columns.column(one.column()).planName(), one.value()));
        Map<String, Name> renamed = new HashMap<>();
        star.rename()
                .forEach(one ->
                        renamed.put(columns.column(one.column().getLast()).planName(), one.name()));
        for (ScopeColumn each : taken) {
            String column = each.planName();
            String name =
                    Optional.ofNullable(renamed.get(column)).map(Name::text).orElse(each.name());
            if (replaced.containsKey(column)) {
                Expression value = Objects.requireNonNull(replaced.get(column));
                items.add(new Item(value, name, binder.bind(value)));
            } else {
                Expr expr = context.origins().note(Expressions.col(column), star);
                items.add(new Item(star, name, expr));
            }
        }
    }
}
