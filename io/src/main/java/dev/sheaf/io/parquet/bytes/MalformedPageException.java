package dev.sheaf.io.parquet.bytes;

/// A problem met while decoding, before it is known to the reader of the file where in the file that is; see
/// [FilePosition#corrupt].
public final class MalformedPageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedPageException(String problem) {
        super(problem);
    }

    /// What is wrong, as the end of a sentence.
    public String problem() {
        return String.valueOf(getMessage());
    }
}
