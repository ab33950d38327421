package dev.sheaf.order;

import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;

/// In which order groups come that were found in any.
@FunctionalInterface
public interface GroupOrder {
    /// The place of each group, int32, closed by the caller.
    ///
    /// @param firsts the first row of each group, int32
    Buffer places(MemorySegment firsts, int groups);
}
