package dev.sheaf.memory;

/// Thrown when an allocation would take a [MemoryPool] past its limit, or when the operating system has no more
/// memory to give.
///
/// The pool is unchanged: whatever was allocated before stays valid, and smaller requests may still succeed.
public final class MemoryLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long requestedBytes;
    private final long limitBytes;

    /// Creates the exception for a request of `requestedBytes` under a limit of `limitBytes`.
    public MemoryLimitException(String message, long requestedBytes, long limitBytes) {
        super(message);
        this.requestedBytes = requestedBytes;
        this.limitBytes = limitBytes;
    }

    /// The size of the request that failed, in bytes.
    public long requestedBytes() {
        return requestedBytes;
    }

    /// The limit in force, in bytes.
    public long limitBytes() {
        return limitBytes;
    }
}
