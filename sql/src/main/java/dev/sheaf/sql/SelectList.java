package dev.sheaf.sql;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;

/// Binds the list behind SELECT: expressions with and without alias, `*`, `t.*`, `* EXCLUDE (a)`,
/// `* REPLACE (a + 1 AS a)`, `unnest(...)`. An expression may use the aliases before it.
final class SelectList {
    private final SelectContext context;
    private final ExpressionBinder binder;
    private final ResultNames names;
    private final List<Item> items = new ArrayList<>();

    private SelectList(SelectContext context) {
        this.context = context;
        this.binder = new ExpressionBinder(context, Clause.SELECT);
        this.names = new ResultNames(context.statement(), context.scope());
    }

    /// One result column; `isUnnested` if it is a list of which each element becomes a row.
    record Item(SqlNode node, String name, Expr expr, boolean isUnnested) {
        Item named(String other) {
            return new Item(node, other, expr, isUnnested);
        }
    }

    /// The result columns, with distinct names.
    static List<Item> bind(SqlNodeList nodes, SelectContext context) {
        SelectList list = new SelectList(context);
        nodes.forEach(list::add);
        List<String> unique = UniqueNames.of(list.items.stream().map(Item::name).toList());
        List<Item> result = new ArrayList<>();
        for (int i = 0; i < unique.size(); i++) {
            result.add(list.items.get(i).named(unique.get(i)));
        }
        return List.copyOf(result);
    }

    private void add(SqlNode node) {
        switch (node) {
            case SqlIdentifier name when name.isStar() -> star(name, Set.of(), Map.of());
            case SqlStarExclude exclude -> exclude(exclude);
            case SqlStarReplace replace -> replace(replace);
            case SqlCall call
            when call.getKind() == SqlKind.AS -> {
                String alias = ((SqlIdentifier) call.operand(1)).getSimple();
                Item item = item(call.operand(0), alias);
                items.add(item);
                context.aliases().add(alias, item.expr());
            }
            default -> items.add(item(node, names.of(node)));
        }
    }

    private Item item(SqlNode node, String name) {
        boolean isUnnested = node instanceof SqlCall call
                && call.getKind() == SqlKind.OTHER_FUNCTION
                && call.getOperator().getName().equalsIgnoreCase("unnest")
                && call.operandCount() == 1;
        SqlNode bound = isUnnested ? ((SqlCall) node).operand(0) : node;
        return new Item(node, name, binder.bind(bound), isUnnested);
    }

    private void exclude(SqlStarExclude exclude) {
        Set<String> left = new HashSet<>();
        for (SqlNode node : exclude.getExcludeList()) {
            left.add(column((SqlIdentifier) node));
        }
        star(exclude.getStarIdentifier(), left, Map.of());
        if (items.isEmpty()) {
            throw context.statement().error(exclude, "EXCLUDE leaves no column");
        }
    }

    private void replace(SqlStarReplace replace) {
        Map<String, SqlCall> replacements = new HashMap<>();
        for (SqlNode node : replace.getReplaceList()) {
            SqlCall as = (SqlCall) node;
            replacements.put(column(as.operand(1)), as);
        }
        star(replace.getStarIdentifier(), Set.of(), replacements);
    }

    private String column(SqlIdentifier name) {
        return context.scope()
                .find(name.names.getLast())
                .orElseThrow(
                        () -> context.statement().error(name, context.scope().unknown(name.names.getLast())));
    }

    private void star(SqlIdentifier star, Set<String> left, Map<String, SqlCall> replacements) {
        if (context.scope().schema().size() == 0) {
            throw context.statement().error(star, "* needs a FROM to take its columns from");
        }
        if (star.names.size() > 1 && !context.scope().isRelation(star.names.getFirst())) {
            throw context.statement().error(star, "there is no table \"" + star.names.getFirst() + "\" in this query");
        }
        for (String column : context.scope().schema().names()) {
            if (replacements.containsKey(column)) {
                SqlCall as = Objects.requireNonNull(replacements.get(column));
                items.add(item(as.operand(0), column));
            } else if (!left.contains(column)) {
                Expr expr = context.statement().note(Expressions.col(column), star);
                items.add(new Item(star, column, expr, false));
            }
        }
    }
}
