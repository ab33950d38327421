package dev.sheaf.plan;

/// Evaluates what does not depend on any row.
final class FoldConstants implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan;
    }
}
