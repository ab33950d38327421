package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.query.bounds.Pruning;
import org.jspecify.annotations.Nullable;

/// The condition of the rows of row groups, made ready once for all of them.
///
/// @param pruning which rows can be left out by what is known of blocks
/// @param steps how it is tested while columns are decoded; null if that would spare nothing
record RowCondition(Pruning pruning, @Nullable EarlyFilter steps) {

    /// A condition over files of the schema `all`, of which `selected` are read.
    static RowCondition of(Expr condition, Schema all, Schema selected) {
        return new RowCondition(Pruning.by(condition, all), EarlyFilter.of(condition, selected));
    }
}
