package dev.sheaf.plan.rules;

import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Values;
import dev.sheaf.query.TableDataset;
import java.util.Optional;

/// Reads constant rows like any other dataset, so that columns and conditions are pushed into them too.
final class ScanValues implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(
                plan,
                node -> node instanceof Values(Table table)
                        ? new Scan(new TableDataset(table), table.schema().names(), Optional.empty())
                        : node);
    }
}
