package dev.sheaf.query;

/// Thrown out of a query that was cancelled, after its memory was released.
public final class QueryCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Creates the exception.
    public QueryCancelledException(String reason) {
        super(reason);
    }
}
