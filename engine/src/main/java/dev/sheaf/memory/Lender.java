package dev.sheaf.memory;

/// Who lends memory within one limit: a `MemoryPool` or a part of one.
public interface Lender {
    /// Whether this is `whole` or a part of it.
    boolean isPartOf(Lender whole);
}
