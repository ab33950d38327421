package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Collects the window functions that a computation needs, over the rows of a frame or of each group in
/// their order, and stands for the value of each by an expression.
public final class RowWindows {
    private final List<Expr> partitionBy;
    private final Predicate<String> isTaken;
    private final List<WindowCall> calls = new ArrayList<>();

    /// Functions over the rows that agree in some keys, under names that no column has.
    public RowWindows(List<Expr> partitionBy, Predicate<String> isTaken) {
        this.partitionBy = List.copyOf(partitionBy);
        this.isTaken = isTaken;
    }

    /// Rows with what has been asked for so far as further columns: in one window operator, unless a function
    /// reads the values of another, which then are columns below it.
    public LogicalPlan over(LogicalPlan rows) {
        LogicalPlan plan = rows;
        List<WindowCall> together = new ArrayList<>();
        for (WindowCall call : calls) {
            if (reads(call, together)) {
                plan = new LogicalPlan.Window(plan, together);
                together = new ArrayList<>();
            }
            together.add(call);
        }
        return together.isEmpty() ? plan : new LogicalPlan.Window(plan, together);
    }

    private static boolean reads(WindowCall call, List<WindowCall> others) {
        Stream<Expr> read = Stream.concat(
                call.function().expressions().stream(), call.orderBy().stream().map(SortKey::expr));
        return read.flatMap(expr -> ExprColumns.of(expr).stream())
                .anyMatch(name -> others.stream().anyMatch(other -> other.name().equals(name)));
    }

    /// The value of a function on each row, rows in the order of `order`, or as they lie.
    public Expr of(WindowFunction function, SortKey... order) {
        return call(function, partitionBy, order);
    }

    /// As [#of] over all rows, whatever the groups.
    public Expr ofAll(WindowFunction function, SortKey... order) {
        return call(function, List.of(), order);
    }

    private Expr call(WindowFunction function, List<Expr> partition, SortKey... order) {
        String name = "#window " + calls.size();
        while (isTaken.test(name)) {
            name = "#" + name;
        }
        calls.add(new WindowCall(name, function, partition, List.of(order)));
        return col(name);
    }

    /// An aggregation of the rows of a frame around each row.
    public Expr over(WindowFrame frame, Expr aggregation) {
        return of(new WindowFunction.Framed(aggregate(aggregation), frame));
    }

    /// An aggregation of all rows, or of all rows of the group.
    public Expr whole(Expr aggregation) {
        return of(new WindowFunction.Aggregated(aggregate(aggregation)));
    }

    private static Expr.Aggregate aggregate(Expr expr) {
        if (expr.unaliased() instanceof Expr.Aggregate aggregate) {
            return aggregate;
        }
        throw new IllegalArgumentException(expr.outputName() + " is not an aggregation, such as sum, mean or count");
    }

    /// The value of the row `distance` before, behind if negative; null where there is none.
    public Expr shifted(Expr value, long distance) {
        return of(new WindowFunction.Shifted(value, distance, false, Optional.empty()));
    }
}
