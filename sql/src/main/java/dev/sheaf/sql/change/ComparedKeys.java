package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.StoredTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Columns of a key as they are compared: a column with a collation by another one beside it, which holds what its
/// texts are compared as.
///
/// @param collations of the columns that have one, by name
record ComparedKeys(Map<String, Collation> collations) {
    private static final String COMPARED = UniqueNames.OURS + "compared ";

    /// The name of the column that stands for one.
    private String name(String column) {
        return collations.containsKey(column) ? COMPARED + column : column;
    }

    /// The names of the columns that stand for those of a key.
    List<String> names(List<String> key) {
        return key.stream().map(this::name).toList();
    }

    private Expr value(String column) {
        Collation how = collations.get(column);
        return how == null ? col(column) : how.key(col(column));
    }

    /// Rows with what their texts are compared as.
    LogicalPlan beside(LogicalPlan rows) {
        List<Expr> columns = new ArrayList<>();
        for (String column : rows.schema().names()) {
            columns.add(col(column));
            if (collations.containsKey(column)) {
                columns.add(value(column).as(name(column)));
            }
        }
        return new LogicalPlan.Project(rows, columns);
    }

    /// The key of each row of a table, under names that no column of its has.
    LogicalPlan renamed(StoredTable table, List<String> key) {
        return new LogicalPlan.Project(
                new LogicalPlan.Scan(table, key, Optional.empty()),
                key.stream()
                        .map(column -> value(column).as(UniqueNames.OURS + column))
                        .toList());
    }

    /// What of [#beside] and [#renamed] is to be equal.
    List<JoinKey> joined(List<String> key) {
        return key.stream()
                .map(column -> JoinKey.on(name(column), UniqueNames.OURS + column))
                .toList();
    }
}
