package dev.sheaf.spark.task;

import java.util.function.Supplier;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.jspecify.annotations.Nullable;

/// Errors of arithmetic as Spark's, which it reports with their condition and does not take for its own fault.
final class Overflows {
    private Overflows() {}

    /// Runs a step of an aggregation.
    static void run(Runnable step) {
        get(() -> {
            step.run();
            return true;
        });
    }

    /// Runs a step of an aggregation that gives something.
    static <T extends @Nullable Object> T get(Supplier<T> step) {
        try {
            return step.get();
        } catch (ArithmeticException overflow) {
            throw QueryExecutionErrors.arithmeticOverflowError(String.valueOf(overflow.getMessage()), "", null);
        }
    }
}
