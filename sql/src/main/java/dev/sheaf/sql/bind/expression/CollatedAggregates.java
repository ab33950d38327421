package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Aggregates that compare texts of a collation: the least text is that of the row whose key is the least.
final class CollatedAggregates {
    private static final Map<String, String> EXTREMES = Map.of("min", "arg_min", "max", "arg_max");
    private static final Set<String> BY =
            Set.of("arg_min", "arg_max", "argmin", "argmax", "min_by", "max_by", "arg_min_null", "arg_max_null");

    private CollatedAggregates() {}

    /// The name of the aggregate that a call means, whose arguments and their types are changed to those it takes.
    static String of(
            Expression whole, Expression.Call call, List<Expr> arguments, List<DataType> types, ExpressionSite site) {
        SelectContext context = site.context();
        String name = FunctionNames.key(call);
        int compared = BY.contains(name) ? 1 : 0;
        if (arguments.size() <= compared) {
            return name;
        }
        Expr value = arguments.get(compared);
        Expr key = context.keys(List.of(value), whole).getFirst();
        if (key.equals(value)) {
            return name;
        }
        if (EXTREMES.containsKey(name)) {
            if (arguments.size() > 1) {
                throw site.error(
                        whole,
                        name + " takes no count of texts that a collation compares; write arg_" + name + "(x, x, n)");
            }
            arguments.add(key);
            types.add(DataType.STRING);
            return EXTREMES.getOrDefault(name, name);
        }
        if (BY.contains(name) || (call.modifiers().distinct() && name.equals("count"))) {
            arguments.set(compared, key);
        } else if (call.modifiers().distinct()) {
            throw site.error(
                    whole, name + " with DISTINCT takes no texts that are equal by a collation alone; group by them");
        }
        return name;
    }
}
