package dev.sheaf.sql.change;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.rows.StoredTable;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a name stands for in a [Catalogue].
sealed interface Entry {
    /// As its owner spells it.
    String name();

    /// Something that the owner of the session registered.
    record Given(String name, Supplier<LogicalPlan> plan) implements Entry {}

    /// A table made by CREATE TABLE, one of those that may refer to each other.
    record Made(String name, StoredTable table, TableRules rules, ForeignKeys foreignKeys) implements Entry {}

    /// A view, which is bound anew whenever a query names it.
    record View(String name, Function<Relations, LogicalPlan> binding) implements Entry {}
}
