package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// A function of columns of equal length that gives another one.
@FunctionalInterface
public interface ColumnFunction {

    /// The values for all rows, to be closed by the caller, whose columns stay open. Lists of `arguments`
    /// begin at element 0, and null lists have no elements.
    ///
    /// @throws ArithmeticException if a row overflows
    /// @throws IllegalArgumentException if a row has arguments that the function refuses
    Column apply(List<Column> arguments, int rows, MemoryPool pool);
}
