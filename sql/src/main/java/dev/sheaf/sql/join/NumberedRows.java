package dev.sheaf.sql.join;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.List;

/// The rows of a plan with their numbers in its order, from 1, as a further column.
public final class NumberedRows {
    private NumberedRows() {}

    /// @param number the name of the column, which the plan does not have
    public static LogicalPlan of(LogicalPlan plan, String number) {
        WindowCall call = new WindowCall(number, new WindowFunction.RowNumber(), List.of(), List.of());
        return new LogicalPlan.Window(plan, List.of(call));
    }
}
