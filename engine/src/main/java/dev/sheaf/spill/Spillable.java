package dev.sheaf.spill;

import dev.sheaf.memory.Lender;
import dev.sheaf.memory.Tier;

/// What a [SpillManager] moves.
abstract sealed class Spillable permits SpillableBuffer, SpillableColumn {
    /// The number of bytes.
    abstract long byteSize();

    /// Whether the bytes may move: they are in memory, and nobody uses them.
    abstract boolean isIdle();

    /// Moves the bytes one tier down if they are in `tier` and idle; returns the bytes freed there. Never waits for
    /// a user, who may be waiting for memory, nor moves what this thread is moving.
    abstract long leave(Tier tier);

    /// Whether the bytes are lent by `lender` or a part of it.
    abstract boolean belongsTo(Lender lender);
}
