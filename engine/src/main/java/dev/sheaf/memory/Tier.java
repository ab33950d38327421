package dev.sheaf.memory;

/// The kinds of memory for which a [MemoryPool] keeps separate accounts and limits.
public enum Tier {
    HOST,
    PINNED,
    DEVICE,
    DISK
}
