package dev.sheaf.resident;

import dev.sheaf.column.Table;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.Optional;

/// A table in the memory of a device. Immutable and thread-safe; whoever has it closes it, and what still works
/// on it keeps the memory until it is done. As a [Dataset] it brings its rows to the host when they are read.
public interface ResidentTable extends Dataset, AutoCloseable {
    /// The memory that it lies in.
    ResidentMemory memory();

    /// The number of rows.
    long rowCount();

    /// Bytes of device memory that it takes.
    long byteSize();

    /// The result of an operator on the device, to be closed by the caller. Empty if the device cannot give it
    /// after all: it has no room, or a row has no result, and the CPU says why. Decisions of the context name the
    /// reason.
    ///
    /// @throws IllegalArgumentException if names or types do not fit, or the device refuses the operator
    /// @throws IndexOutOfBoundsException if there is no row of a number
    Optional<ResidentTable> run(ResidentOperator operator, QueryContext context);

    /// The rows on the host, to be closed by the caller.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit the pool of the context
    Table download(QueryContext context);

    /// Hands out where the values of a column lie, and its bitmap if it has nulls, as arrays that may be read and
    /// written: what is written, this table has from then on, and no other one. Bytes that another table shares, or
    /// that something works on, are copied first. They never leave the device again while the table is open.
    ///
    /// Close the result when the address is not used any more. Cost: nothing, or a copy on the device.
    ///
    /// @throws IllegalArgumentException if there is no such column, or arrays have no type for its values
    ExposedArray expose(String column);

    @Override
    void close();
}
