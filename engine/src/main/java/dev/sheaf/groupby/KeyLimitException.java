package dev.sheaf.groupby;

/// Thrown when a batch or state would bring more distinct keys than a [StreamingGroupBy] may hold. The object
/// holds what it held before the call, and goes on taking batches.
public final class KeyLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long maxDistinctKeys;

    /// Creates the exception for a limit and the number of distinct keys that there would have been.
    public KeyLimitException(long maxDistinctKeys, long distinctKeys) {
        super("at most " + maxDistinctKeys + " distinct keys are allowed, and with this batch there are "
                + distinctKeys + "; nothing of the batch was taken. Raise maxDistinctKeys, or leave it out: without"
                + " it, what exceeds the memory limit goes to disk.");
        this.maxDistinctKeys = maxDistinctKeys;
    }

    /// The limit.
    public long maxDistinctKeys() {
        return maxDistinctKeys;
    }
}
