package dev.sheaf.cli.output;

/// Thrown when the other end of a pipe was closed (`sheaf sql ... | head`): a reason to stop, not an error.
public final class ReaderGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReaderGoneException(Throwable cause) {
        super(cause);
    }
}
