package dev.sheaf.spark.translate;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.jspecify.annotations.Nullable;

/// Why an aggregation stays with Spark, in words for the person who asked. The query runs as if Sheaf were not there.
public final class UntranslatableException extends RuntimeException {
    private final transient @Nullable Expression expression;

    public UntranslatableException(String reason) {
        this(reason, null);
    }

    private UntranslatableException(String reason, @Nullable Expression expression) {
        super(reason, null, false, false);
        this.expression = expression;
    }

    /// An expression without a counterpart.
    static UntranslatableException of(Expression expression) {
        return new UntranslatableException("expression " + expression.sql(), expression);
    }

    /// The same with the names of the columns that the expression has by their places.
    public UntranslatableException over(List<Attribute> columns) {
        return expression == null ? this : of(expression.transform(new Names(columns)));
    }

    /// The reason.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
