package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// A state column, made of what a request has computed for its groups.
@FunctionalInterface
interface StatePart {

    /// The column, to be closed by the caller; `results` stay open.
    Column of(List<Column> results, MemoryPool pool);
}
