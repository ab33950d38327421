package dev.sheaf.plan.rules;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.memory.Checkpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// The order in which AND-ed conditions are tested: those that cost least come first, so that costly ones are computed,
/// and their columns decoded, only for rows that are left by the others.
///
/// Costs are rough nanoseconds a row. A condition that may fail keeps its place, and so do those before and after it,
/// since it may be guarded by what is written before it.
final class ConditionOrder {
    private static final int PLAIN = 1;
    private static final int WIDE = 4;
    private static final int CONDITION_OF_TEXT = 8;
    private static final int CALENDAR = 10;
    private static final int TEXT_MADE = 30;

    private final Schema schema;
    private final Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ConditionOrder(Schema schema) {
        this.schema = schema;
    }

    /// The same conditions, in order.
    static List<Expr> of(List<Expr> parts, Schema schema) {
        List<Expr> ordered = new ArrayList<>();
        List<Expr> run = new ArrayList<>();
        Failing failing = Failing.over(schema);
        for (Expr part : parts) {
            if (failing.mayFail(part)) {
                addSorted(run, ordered, schema);
                ordered.add(part);
            } else {
                run.add(part);
            }
        }
        addSorted(run, ordered, schema);
        return ordered;
    }

    /// Empties the run.
    private static void addSorted(List<Expr> run, List<Expr> ordered, Schema schema) {
        run.stream()
                .map(part -> new Part(part, new ConditionOrder(schema).cost(part)))
                .sorted(Comparator.comparingInt(Part::cost))
                .forEach(part -> ordered.add(part.condition()));
        run.clear();
    }

    private record Part(Expr condition, int cost) {}

    /// The cost of an expression; a part that stands in several places counts once.
    private int cost(Expr expr) {
        if (!seen.add(expr)) {
            return 0;
        }
        Checkpoint.pass();
        if (isNullTest(expr)) {
            return 0;
        }
        int cost = itself(expr);
        for (Expr child : expr.children()) {
            cost += cost(child);
        }
        return cost;
    }

    /// Of a column whose values are not looked at.
    private static boolean isNullTest(Expr expr) {
        return expr instanceof Expr.Call(Function function, List<Expr> arguments)
                && (function == Function.IS_NULL || function == Function.IS_NOT_NULL)
                && arguments.getFirst() instanceof Expr.ColumnRef;
    }

    private int itself(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> column(schema.field(name).type().decoded());
            case Expr.Cast cast -> cast.type().equals(DataType.STRING) ? TEXT_MADE : WIDE;
            case Expr.Call(Function function, var _) -> call(function);
            case Expr.Applied _ -> TEXT_MADE;
            case Expr.Case _, Expr.In _, Expr.Lambda _ -> WIDE;
            case Expr.Literal _, Expr.Alias _, Expr.Aggregate _ -> 0;
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
