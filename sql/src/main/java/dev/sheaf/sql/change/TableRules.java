package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What CREATE TABLE says of a table besides its columns.
///
/// @param keys columns that no two rows have alike, by name; rows with a null in them are like no other
/// @param defaults what a column has where nothing is said, by name; the others have null
record TableRules(List<List<String>> keys, Map<String, Expression> defaults) {
    static final TableRules NONE = new TableRules(List.of(), Map.of());

    /// The rules of a statement for a table of these columns.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if a key has a column that is not there, or a default does not fit its
    ///     column
    static TableRules of(Statement.CreateTable create, StoredTable table, StatementBinder binder) {
        if (create.keys().stream().filter(TableKey::primary).count() > 1) {
            throw binder.error(create, "a table has one PRIMARY KEY; write UNIQUE for the other");
        }
        List<List<String>> keys = new ArrayList<>();
        for (TableKey key : create.keys()) {
            keys.add(Assignment.of(table.schema(), key.columns(), binder).columns().stream()
                    .map(Field::name)
                    .toList());
        }
        Map<String, Expression> defaults = new HashMap<>();
        create.columns()
                .forEach(column -> column.otherwise()
                        .ifPresent(value -> defaults.put(column.name().text(), value)));
        TableRules rules = new TableRules(List.copyOf(keys), Map.copyOf(defaults));
        rules.check(table.schema(), binder);
        return rules;
    }

    /// Whether the defaults fit their columns.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if one does not
    void check(Schema schema, StatementBinder binder) {
        schema.fields().forEach(field -> otherwise(field, binder));
    }

    /// The same with one more key.
    TableRules withKey(List<String> key) {
        List<List<String>> all = new ArrayList<>(keys);
        all.add(key);
        return new TableRules(List.copyOf(all), defaults);
    }

    /// The same with another default of a column, or without one.
    TableRules withDefault(String column, Optional<Expression> value) {
        Map<String, Expression> all = new HashMap<>(defaults);
        all.remove(column);
        value.ifPresent(given -> all.put(column, given));
        return new TableRules(keys, Map.copyOf(all));
    }

    /// The same of a column with another name.
    TableRules renamed(String column, String name) {
        TableRules all =
                withDefault(column, Optional.empty()).withDefault(name, Optional.ofNullable(defaults.get(column)));
        return new TableRules(
                keys.stream()
                        .map(key -> key.stream()
                                .map(each -> each.equals(column) ? name : each)
                                .toList())
                        .toList(),
                all.defaults());
    }

    /// What a column has in a statement that says nothing of it.
    Function<Field, Expr> otherwise(StatementBinder binder) {
        return column -> otherwise(column, binder);
    }

    private Expr otherwise(Field column, StatementBinder binder) {
        return Optional.ofNullable(defaults.get(column.name()))
                .map(value -> {
                    Query.Values values = new Query.Values(List.of(List.of(value)), value.at());
                    try (Table row = LazyFrame.of(binder.plan(values, List.of(column.type())))
                            .collect()) {
                        return (Expr) new Expr.Literal(
                                row.column(0).get(0), row.schema().field(0).type());
                    }
                })
                .orElseGet(() -> new Expr.Literal(null, column.type()));
    }

    /// A value as it was written, or that of the column for DEFAULT.
    Expression filled(Expression value, String column) {
        return value instanceof Expression.Default
                ? defaults.getOrDefault(column, new Expression.Null(value.at()))
                : value;
    }

    /// Looks for two rows with one key among those of a table, if any, and others. Reads the keys of all rows.
    ///
    /// @throws IllegalArgumentException if there are such rows
    void check(Optional<StoredTable> table, Table others, QueryContext context) {
        for (List<String> key : keys) {
            List<LogicalPlan> rows = new ArrayList<>();
            table.ifPresent(before -> rows.add(new LogicalPlan.Scan(before, key, Optional.empty())));
            rows.add(LazyFrame.of(others).select(key.toArray(String[]::new)).plan());
            try (Table twice = twice(UnionRows.of(rows), key).collect(context)) {
                if (twice.rowCount() > 0) {
                    throw new IllegalArgumentException("there are two rows with " + text(key, twice)
                            + ", and no two may have the same (" + String.join(", ", key) + ")");
                }
            }
        }
    }

    /// A key that several rows have, if there is one.
    private static LazyFrame twice(UnionRows rows, List<String> key) {
        String number = new UniqueNames(key).unique("rows");
        LazyFrame frame = LazyFrame.of(new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty()));
        for (String column : key) {
            frame = frame.filter(col(column).isNotNull());
        }
        return frame.groupBy(key.toArray(String[]::new))
                .agg(count().as(number))
                .filter(col(number).gt(1))
                .limit(1);
    }

    private static String text(List<String> key, Table row) {
        return String.join(
                ", ",
                key.stream()
                        .map(column -> column + " = " + text(row.column(column).get(0)))
                        .toList());
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? "x'" + HexFormat.of().formatHex(bytes) + "'" : String.valueOf(value);
    }
}
