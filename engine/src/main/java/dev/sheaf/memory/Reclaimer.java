package dev.sheaf.memory;

/// Gives memory of a pool back when a request does not fit its limit.
@FunctionalInterface
public interface Reclaimer {
    /// Frees about `bytes` of a tier, of what was lent by `pool`, and returns how many bytes it freed; 0 if there is
    /// nothing to free. Called on the thread whose request does not fit, which may hold locks of its own.
    long reclaim(MemoryPool pool, Tier tier, long bytes);
}
