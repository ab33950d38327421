package dev.sheaf.sql.bind.from;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ColumnsBinder;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes UNPIVOT as the query that it stands for: lists of the columns' names and values, unnested side by side.
///
/// `UNPIVOT t ON a, b` is `SELECT * FROM (SELECT * EXCLUDE (a, b), unnest(['a', 'b']) AS name, unnest([a, b])
/// AS value FROM t) WHERE value IS NOT NULL`.
public final class UnpivotBinder {
    private final PivotInput input;
    private final Origins origins;
    private final Span at;

    private UnpivotBinder(PivotInput input, Origins origins, Span at) {
        this.input = input;
        this.origins = origins;
        this.at = at;
    }

    /// What becomes a row: a name and a value for each column of values.
    private record Entry(String name, List<Expression> values) {}

    public static LogicalPlan bind(Query.Unpivot unpivot, Queries queries, Relations relations) {
        PivotInput input = new PivotInput(queries, relations, unpivot.relation());
        UnpivotBinder binder = new UnpivotBinder(input, queries.origins(), unpivot.at());
        Name name = unpivot.name().orElseGet(() -> new Name("name", unpivot.at()));
        List<Name> values = unpivot.values().isEmpty() ? List.of(new Name("value", unpivot.at())) : unpivot.values();
        return binder.bind(unpivot.on(), name, values, unpivot.includeNulls());
    }

    public static LogicalPlan bind(Relation.Unpivoted unpivot, Queries queries, Relations relations) {
        PivotInput input = new PivotInput(queries, relations, unpivot.relation());
        return new UnpivotBinder(input, queries.origins(), unpivot.at())
                .bind(unpivot.columns(), unpivot.name(), unpivot.values(), unpivot.includeNulls());
    }

    private LogicalPlan bind(List<Item> columns, Name name, List<Name> values, boolean includeNulls) {
        List<Entry> entries =
                columns.stream().flatMap(item -> entries(item).stream()).toList();
        for (Entry entry : entries) {
            if (entry.values().size() != values.size()) {
                throw origins.error(
                        entry.values().getFirst(),
                        entry.values().size() + " columns for " + values.size() + " names of values");
            }
            entry.values().forEach(value -> input.read(value, Clause.SELECT));
        }
        List<Item> items = new ArrayList<>(input.others(at));
        items.add(unnested(
                entries.stream()
                        .<Expression>map(entry -> new Expression.Text(entry.name(), at))
                        .toList(),
                name));
        for (int i = 0; i < values.size(); i++) {
            int value = i;
            items.add(unnested(
                    entries.stream().map(entry -> entry.values().get(value)).toList(), values.get(i)));
        }
        Query rows = input.select(items, at);
        return input.bind(includeNulls ? rows : withoutNulls(rows, values));
    }

    private Item unnested(List<Expression> elements, Name name) {
        List<Argument> arguments = List.of(new Argument(Optional.empty(), new Expression.ListOf(elements, at)));
        Expression call =
                new Expression.Call(List.of(new Name("unnest", at)), arguments, Modifiers.NONE, Optional.empty(), at);
        return new Item(call, Optional.of(name), at);
    }

    /// The rows without a null value.
    private Query withoutNulls(Query rows, List<Name> values) {
        List<Expression> valid = values.stream()
                .<Expression>map(name ->
                        new Expression.Is(new Expression.Column(List.of(name), at), Expression.Test.NULL, true, at))
                .toList();
        Expression all = valid.size() == 1
                ? valid.getFirst()
                : new Expression.Chain(
                        valid.getFirst(),
                        valid.stream()
                                .skip(1)
                                .map(one -> new Link(Operator.AND, one))
                                .toList(),
                        at);
        Expression star = Expression.Star.all(at);
        return Query.Select.of(
                        List.of(new Item(star, Optional.empty(), at)),
                        Optional.of(new Relation.Subquery(rows, false, at)),
                        at)
                .where(all);
    }

    /// A column, several in parentheses for several values, or all that a star or COLUMNS means.
    private List<Entry> entries(Item item) {
        ColumnsBinder columns = ExpressionBinder.columns(input.context());
        return switch (item.value()) {
            case Expression.Star star ->
                columns.of(star).stream().map(column -> entry(column.name())).toList();
            case Expression.Columns several ->
                columns.of(several).stream().map(this::entry).toList();
            case Expression.Row row -> List.of(entry(item, row.values()));
            default -> List.of(entry(item, List.of(item.value())));
        };
    }

    private Entry entry(String column) {
        return new Entry(column, List.of(PivotInput.column(column, at)));
    }

    private Entry entry(Item item, List<Expression> values) {
        return new Entry(
                item.alias()
                        .map(Name::text)
                        .orElseGet(() -> values.stream().map(this::text).collect(Collectors.joining("_"))),
                values);
    }

    private String text(Expression value) {
        return value instanceof Expression.Column column
                ? column.last().text()
                : new ExpressionBinder(input.context(), Clause.SELECT).nameOf(value);
    }
}
