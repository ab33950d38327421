package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.from.Columns;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.Unnesting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The lists that a SELECT unnests above its groups and windows, and what expressions become that stand above their
/// elements. The rows carry what is `read` above, and nothing else.
final class UnnestedRows {
    private final LogicalPlan plan;
    private final Map<String, Expr> elements = new HashMap<>();

    /// `lists` are over the input, by the columns that stand for their elements; `preferred` holds the names that the
    /// SELECT list gives to expressions, `reserved` those that none of the columns gets.
    UnnestedRows(
            LogicalPlan input,
            Map<String, Expr> lists,
            Set<String> read,
            Map<Expr, String> preferred,
            Set<String> reserved) {
        List<String> kept =
                input.schema().names().stream().filter(read::contains).toList();
        UniqueNames names = new UniqueNames(kept);
        reserved.forEach(names::unique);
        Map<String, Expr> columns = new LinkedHashMap<>();
        lists.forEach((name, list) -> {
            String own = names.unique(preferred.getOrDefault(Expressions.col(name), name));
            elements.put(name, Expressions.col(own));
            columns.put(own, list);
        });
        this.plan = beside(input, kept, columns);
    }

    /// Some columns of a plan, with the elements of lists beside them in columns that have other names.
    static LogicalPlan beside(LogicalPlan plan, List<String> kept, Map<String, Expr> lists) {
        if (lists.isEmpty()) {
            return plan;
        }
        List<Expr> columns = new ArrayList<>(Columns.called(kept));
        lists.forEach((name, list) -> columns.add(ExprWalker.named(list, name)));
        LogicalPlan both = Columns.over(plan, columns);
        return lists.size() == 1
                ? Unnesting.of(both, lists.keySet().iterator().next())
                : Unnesting.sideBySide(both, List.copyOf(lists.keySet()));
    }

    LogicalPlan plan() {
        return plan;
    }

    /// An expression over the input and the elements as one over the plan.
    Expr rewrite(Expr expr) {
        return elements.isEmpty()
                ? expr
                : ExprRewrite.mapColumns(
                        expr, name -> elements.containsKey(name) ? elements.get(name) : Expressions.col(name));
    }
}
