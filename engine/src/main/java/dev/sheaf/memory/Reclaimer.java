package dev.sheaf.memory;

/// Gives memory of a pool back when a request does not fit its limit.
@FunctionalInterface
public interface Reclaimer {
    /// Frees about `bytes` of a tier, of what `asking` or a part of it has lent. Returns how many bytes it freed, 0 if
    /// there is nothing to free. Called on the thread whose request does not fit, which may hold locks of its own.
    long reclaim(Lender asking, Tier tier, long bytes);
}
