package dev.sheaf.memory;

/// Owns the memory that a pool hands out: a server or an executor that divides a budget among several users.
///
/// A pool asks before it takes memory of the operating system and tells when it has given some back; slabs that it
/// keeps for reuse stay on the host's account. A host that wants memory back calls
/// [MemoryPool#spillRequested(long)]. Calls come on any thread that allocates; they may call `spillRequested` of
/// other pools, not of the one that asks.
public interface MemoryHost {
    /// Nobody: every request is granted.
    MemoryHost NONE = new MemoryHost() {
        @Override
        public boolean grow(long bytes) {
            return true;
        }

        @Override
        public void shrink(long bytes) {}
    };

    /// Asks for so many bytes more. False if there are none; the pool then gives back what it can spare, asks once
    /// more, and fails with [MemoryLimitException].
    boolean grow(long bytes);

    /// Gives so many bytes back.
    void shrink(long bytes);
}
