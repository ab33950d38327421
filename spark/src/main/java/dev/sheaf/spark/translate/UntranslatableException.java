package dev.sheaf.spark.translate;

import org.apache.spark.sql.catalyst.expressions.Expression;

/// Why an aggregation stays with Spark, in words for the person who asked. The query runs as if Sheaf were not there.
public final class UntranslatableException extends RuntimeException {
    public UntranslatableException(String reason) {
        super(reason, null, false, false);
    }

    /// An expression without a counterpart.
    static UntranslatableException of(Expression expression) {
        return new UntranslatableException("expression " + expression.sql());
    }

    /// The reason.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
