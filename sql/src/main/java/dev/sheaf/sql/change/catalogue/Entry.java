package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a name stands for in a [Catalogue].
public sealed interface Entry {
    /// As its owner spells it.
    String name();

    /// Something that the owner of the session registered.
    record Given(String name, Supplier<LogicalPlan> plan) implements Entry {}

    /// A table made by CREATE TABLE, one of those that may refer to each other.
    record Made(String name, StoredTable table, TableRules rules, References references) implements Entry {}

    /// What guards the keys that tables have of each other.
    interface References {
        /// Adds rows, whose keys are those of other tables.
        ///
        /// @param store adds them
        /// @return what `store` says
        /// @throws IllegalArgumentException if a key is not there
        boolean insert(Made made, Table rows, QueryContext context, BooleanSupplier store);

        /// Stores what a table is to be.
        ///
        /// @param removes whether rows go
        /// @param store changes it
        /// @return what `store` says
        /// @throws IllegalArgumentException if a row has a key that is not there, or a key goes that a row has
        boolean edit(Made made, RowEdits.Result result, boolean removes, QueryContext context, BooleanSupplier store);
    }

    /// A view, which is bound anew whenever a query names it.
    record View(String name, Function<Relations, LogicalPlan> binding) implements Entry {}
}
