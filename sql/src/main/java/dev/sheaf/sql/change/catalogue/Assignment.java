package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Brings the rows of a query into the columns of a table: each value is cast to the type of its column, and columns
/// for which there is none have their default.
public record Assignment(Schema table, List<Field> columns) {

    /// An assignment to the columns that a statement names, or to all of them if it names none.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if a column is not there, or named twice
    public static Assignment of(Schema table, List<Name> names, StatementBinder binder) {
        Set<String> seen = new HashSet<>();
        List<Field> columns = new ArrayList<>();
        for (Name name : names) {
            Field column = find(table, name.text(), name, binder);
            if (!seen.add(column.name())) {
                throw binder.error(name, "column \"" + column.name() + "\" is named twice");
            }
            columns.add(column);
        }
        return new Assignment(table, names.isEmpty() ? table.fields() : columns);
    }

    private static Field find(Schema table, String name, Node node, StatementBinder binder) {
        return table.fields().stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> binder.error(
                        node,
                        "column \"" + name + "\" not found; columns: " + String.join(", ", table.names()) + "."
                                + Names.didYouMean(name, table.names())));
    }

    /// The rows of the table; columns that get no value have what `otherwise` says.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if their number of columns is another one, or a type cannot be cast
    public LogicalPlan rows(LogicalPlan query, Function<Field, Expr> otherwise, Node node, StatementBinder binder) {
        List<String> values = query.schema().names();
        if (values.size() != columns.size()) {
            throw binder.error(node, values.size() + " values for " + columns.size() + " columns");
        }
        List<Expr> exprs = new ArrayList<>();
        for (Field field : table.fields()) {
            int value = columns.indexOf(field);
            Expr expr = value < 0 ? otherwise.apply(field) : Expressions.col(values.get(value));
            exprs.add(expr.cast(checked(field, expr, query, node, binder)).as(field.name()));
        }
        try {
            return new LogicalPlan.Project(query, exprs);
        } catch (IllegalArgumentException refused) {
            throw binder.error(node, String.valueOf(refused.getMessage()));
        }
    }

    /// A column made of NULL alone, as by `CREATE TABLE t AS SELECT NULL AS a`, takes nothing else.
    public static DataType checked(Field field, Expr value, LogicalPlan query, Node node, StatementBinder binder) {
        if (field.type().equals(DataType.NULL)
                && !Typing.typeOf(value, query.schema()).equals(DataType.NULL)) {
            throw binder.error(
                    node, "column \"" + field.name() + "\" was made of NULL, and has no type for other values");
        }
        return field.type();
    }
}
