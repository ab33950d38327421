package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A scalar function that is written in Java.
///
/// ```java
/// ScalarFunction vat = ScalarFunction.of("vat", DataType.FLOAT64, DataType.FLOAT64, (Double price) -> price * 0.19);
/// frame.select(call(vat, col("price")).as("vat")); session.register(vat).query("SELECT vat(price) FROM sales");
/// ```
/// Values are the Java objects that [dev.sheaf.column.Row#get(int)] returns for the types. The body may be called by
/// several threads at once, and as often as the engine likes: once for constant arguments, once for each value of a
/// dictionary. So equal arguments have to give equal values, unless the function is [#onceARow()]. Cost: some objects
/// a row.
///
/// Nulls: if an argument is null, so is the value, and the body is not called; it is if the function [#takesNulls()].
/// A body may give null. Errors: what a body throws ends the query as an `IllegalArgumentException` that names the
/// function and its arguments.
///
/// @param name what errors, results without alias and SQL call it
/// @param parameters the types that arguments are converted to, as numbers are to their common type; `DataType.NULL`
///     takes any type as it is
/// @param result the type of the values
/// @param takesNulls whether the body is called with nulls
/// @param body computes a value
public record ScalarFunction(String name, List<DataType> parameters, DataType result, boolean takesNulls, Body body) {

    /// What a function does with the values of one row.
    @FunctionalInterface
    public interface Body {

        /// The value for some arguments, which it does not keep.
        @Nullable
        Object apply(@Nullable Object[] arguments);
    }

    /// Copies the types of the parameters.
    ///
    /// @throws IllegalArgumentException if the name is blank, or the result has no type
    public ScalarFunction {
        parameters = List.copyOf(parameters);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a function needs a name");
        }
        if (result.decoded().equals(DataType.NULL)) {
            throw new IllegalArgumentException("the function " + name + " gives nothing but nulls; name a type");
        }
        result = result.decoded();
    }

    /// A function of any number of arguments, null where one of them is.
    public static ScalarFunction of(String name, List<DataType> parameters, DataType result, Body body) {
        return new ScalarFunction(name, parameters, result, false, body);
    }

    /// A function of one argument, null where that is.
    @SuppressWarnings({"unchecked", "NullAway"}) // a body that takes nulls says so
    public static <A> ScalarFunction of(
            String name, DataType parameter, DataType result, Function<A, ? extends @Nullable Object> body) {
        return of(name, List.of(parameter), result, arguments -> body.apply((A) arguments[0]));
    }

    /// A function of two arguments, null where one of them is.
    @SuppressWarnings({"unchecked", "NullAway"}) // a body that takes nulls says so
    public static <A, B> ScalarFunction of(
            String name,
            DataType first,
            DataType second,
            DataType result,
            BiFunction<A, B, ? extends @Nullable Object> body) {
        return of(name, List.of(first, second), result, arguments -> body.apply((A) arguments[0], (B) arguments[1]));
    }

    /// The same function with a body that is called with nulls, too.
    public ScalarFunction takingNulls() {
        return new ScalarFunction(name, parameters, result, true, body);
    }

    /// The same function whose errors are what the body says alone, for arguments that nobody has written.
    public ScalarFunction hidingArguments() {
        return new ScalarFunction(name, parameters, result, takesNulls, new Hiding(body));
    }

    /// The same function where it matters how often the body is called, as for one that numbers its calls: plans
    /// compute a column by it once for each row, and read that column, instead of computing it where it is read.
    /// Equal calls of one expression may still share a value, so an argument should differ in each row.
    public ScalarFunction onceARow() {
        return new ScalarFunction(name, parameters, result, takesNulls, new Once(body));
    }

    /// Whether plans must not compute it again where its value is read.
    public boolean isOnceARow() {
        return body instanceof Once || (body instanceof Hiding(Body inner) && inner instanceof Once);
    }

    private record Hiding(Body body) implements Body {
        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            return body.apply(arguments);
        }
    }

    private record Once(Body body) implements Body {
        @Override
        public @Nullable Object apply(@Nullable Object[] arguments) {
            return body.apply(arguments);
        }
    }

    /// The value for one row.
    ///
    /// @throws IllegalArgumentException if the body throws
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (!takesNulls && hasNull(arguments)) {
            return null;
        }
        try {
            return body.apply(arguments);
        } catch (RuntimeException thrown) {
            String what = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
            String values = Arrays.stream(arguments).map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
            throw new IllegalArgumentException(body instanceof Hiding ? what : name + values + ": " + what, thrown);
        }
    }

    private static boolean hasNull(@Nullable Object[] arguments) {
        for (Object argument : arguments) {
            if (argument == null) {
                return true;
            }
        }
        return false;
    }
}
