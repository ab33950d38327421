package dev.sheaf.spark.translate;

/// Why an aggregation stays with Spark, in words for the person who asked. The query runs as if Sheaf were not there.
public final class UntranslatableException extends RuntimeException {
    public UntranslatableException(String reason) {
        super(reason, null, false, false);
    }

    /// The reason.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
