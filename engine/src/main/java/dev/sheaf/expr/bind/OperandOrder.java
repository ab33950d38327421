package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.Checkpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The order in which the operands of an AND or OR are computed: what costs little first, since an operand is computed,
/// and its columns decoded, only for the rows that those before it leave open. `url = 'x' and units is null` looks at a
/// url only where there are no units.
///
/// An operand that may raise an error keeps its place, and no other passes it: those before it may be its guards.
/// Costs are rough nanoseconds a row, known by types and functions alone.
public final class OperandOrder {
    private static final int PLAIN = 1;
    private static final int WIDE = 4;
    private static final int CONDITION_OF_TEXT = 8;
    private static final int CALENDAR = 10;
    private static final int TEXT_MADE = 30;

    private final Set<Integer> encoded;

    /// Over batches whose columns at `encoded` are dictionaries.
    public OperandOrder(Set<Integer> encoded) {
        this.encoded = Set.copyOf(encoded);
    }

    /// The operands of an AND over a schema, each once.
    ///
    /// @throws IllegalArgumentException if one cannot be bound
    public static List<Expr> of(List<Expr> operands, Schema schema) {
        Binder binder = Binder.over(schema);
        Map<BoundExpr, Expr> sources = new IdentityHashMap<>();
        List<BoundExpr> bound = new ArrayList<>();
        for (Expr operand : operands) {
            bound.add(binder.bind(operand));
            sources.put(bound.getLast(), operand);
        }
        return new OperandOrder(Set.of()).of(bound).stream().map(sources::get).toList();
    }

    /// The operands, each once.
    public List<BoundExpr> of(List<BoundExpr> operands) {
        List<BoundExpr> ordered = new ArrayList<>();
        List<BoundExpr> free = new ArrayList<>();
        for (BoundExpr operand : operands) {
            if (Failing.mayFail(operand)) {
                flush(free, ordered);
                ordered.add(operand);
            } else {
                free.add(operand);
            }
        }
        flush(free, ordered);
        return ordered;
    }

    private void flush(List<BoundExpr> free, List<BoundExpr> ordered) {
        free.stream()
                .map(operand -> new Cost(operand, cost(operand, Collections.newSetFromMap(new IdentityHashMap<>()))))
                .sorted(Comparator.comparingLong(Cost::nanos))
                .forEach(cost -> ordered.add(cost.operand()));
        free.clear();
    }

    private record Cost(BoundExpr operand, long nanos) {}

    /// The cost of an expression; a part that stands in several places counts once.
    private long cost(BoundExpr expr, Set<BoundExpr> seen) {
        if (!seen.add(expr)) {
            return 0;
        }
        Checkpoint.pass();
        if (isPerEntry(expr)) {
            return 1;
        }
        if (isNullTest(expr)) {
            return 0;
        }
        long cost = itself(expr);
        for (BoundExpr child : expr.children()) {
            cost += cost(child, seen);
        }
        return cost;
    }

    /// Computed for the entries of a dictionary, and looked up for rows.
    private boolean isPerEntry(BoundExpr expr) {
        return !encoded.isEmpty()
                && BoundColumns.only(expr)
                        .map(column -> encoded.contains(column.index()))
                        .orElse(false);
    }

    /// Of a column whose values are not looked at.
    private static boolean isNullTest(BoundExpr expr) {
        return expr instanceof BoundExpr.Call call
                && (call.function() == Function.IS_NULL || call.function() == Function.IS_NOT_NULL)
                && call.argument(0) instanceof BoundExpr.Column;
    }

    private static int itself(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column -> column(column.type());
            case BoundExpr.Cast cast -> cast.type().equals(DataType.STRING) ? TEXT_MADE : WIDE;
            case BoundExpr.Call call -> call(call.function());
            case BoundExpr.Applied _ -> TEXT_MADE;
            case BoundExpr.Case _, BoundExpr.In _, BoundExpr.Lambda _ -> WIDE;
            case BoundExpr.Constant _ -> 0;
        };
    }

    private static int column(DataType type) {
        Layout layout = type.layout();
        boolean isNarrow = layout == Layout.BIT || (layout.isFixedWidth() && layout != Layout.INT128);
        return isNarrow ? PLAIN : WIDE;
    }

    private static int call(Function function) {
        return switch (function) {
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, NOT, AND, OR, IS_NAN -> 0;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, NEGATE, ABS, SIGN -> PLAIN;
            case LIKE, ILIKE, CONTAINS, STARTS_WITH, ENDS_WITH, POSITION, LENGTH, SUBSTRING, LEFT, RIGHT, TRIM ->
                CONDITION_OF_TEXT;
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR, DATE_TRUNC, DATE_DIFF -> CALENDAR;
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, REGEXP_REPLACE, REGEXP_EXTRACT, SPLIT_PART, TRANSLATE -> TEXT_MADE;
            case MD5, SHA256, LEVENSHTEIN, STRFTIME, STRPTIME, TRY_STRPTIME -> TEXT_MADE;
            case LOWER, UPPER, CONCAT, REPLACE, REVERSE, REPEAT, LPAD, RPAD -> TEXT_MADE;
            default -> WIDE;
        };
    }
}
