package dev.sheaf.io.parquet;

/// A problem met while decoding, before it is known to the reader of the file where in the file that is; see
/// [Place#corrupt].
final class Damage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damage(String problem) {
        super(problem);
    }

    /// What is wrong, as the end of a sentence.
    String problem() {
        return String.valueOf(getMessage());
    }
}
