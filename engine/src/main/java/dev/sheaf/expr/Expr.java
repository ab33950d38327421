package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An expression over the columns of a table; an immutable tree that names columns and has no types yet.
///
/// ```java
/// Expr revenue = col("price").times(lit(1).minus(col("discount")));
/// ```
/// [Aggregate] may stand only where groups are formed, [Alias] only at the top of a selected expression.
public sealed interface Expr extends AggregateMethods, FunctionMethods, OperatorMethods, TextMethods {

    /// The column of a name.
    record ColumnRef(String name) implements Expr {
        /// Written out, since plans that are looked for are compared: what Java generates takes microseconds until it
        /// is compiled.
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof ColumnRef column && column.name.equals(name));
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /// A constant: a Java object as [dev.sheaf.column.Row#get(int)] returns it for the type, or null.
    record Literal(@Nullable Object value, DataType type) implements Expr {}

    /// A scalar function of arguments.
    record Call(Function function, List<Expr> arguments) implements Expr {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// A function that is written in Java, of arguments.
    record Applied(ScalarFunction function, List<Expr> arguments) implements Expr {
        public Applied {
            arguments = List.copyOf(arguments);
            int count = function.parameters().size();
            if (arguments.size() != count) {
                throw new IllegalArgumentException(function.name() + " takes " + count
                        + (count == 1 ? " argument" : " arguments") + ", not " + arguments.size());
            }
        }
    }

    /// The result of the first branch whose condition is true, else `otherwise` (NULL if SQL's ELSE is missing).
    record Case(List<When> branches, Expr otherwise) implements Expr {
        public Case {
            branches = List.copyOf(branches);
        }
    }

    /// One branch of a [Case].
    record When(Expr condition, Expr result) {}

    /// A conversion; one that fails raises an error, or gives null if `lenient` (SQL's TRY_CAST).
    record Cast(Expr input, DataType type, boolean lenient) implements Expr {}

    /// Whether the input equals one of the options, with SQL's three-valued result when nulls are among them.
    record In(Expr input, List<Expr> options) implements Expr {
        public In {
            options = List.copyOf(options);
        }
    }

    /// An aggregation of the rows of a group for which `filter` is true, duplicates left out if `distinct`.
    record Aggregate(Aggregation aggregation, List<Expr> arguments, Optional<Expr> filter, boolean distinct)
            implements Expr {
        public Aggregate {
            arguments = List.copyOf(arguments);
            if (arguments.size() != aggregation.arity()) {
                throw new IllegalArgumentException(
                        aggregation + " takes " + aggregation.arity() + " arguments, not " + arguments.size());
            }
        }
    }

    /// A function of elements, as an argument of functions of lists. Columns of the body called as a parameter mean
    /// that; the others are those around. Nothing that rewrites expressions looks inside, so a lambda has no
    /// children.
    record Lambda(List<String> parameters, Expr body) implements Expr {
        public Lambda {
            parameters = List.copyOf(parameters);
        }
    }

    /// The input under another name.
    record Alias(Expr input, String name) implements Expr {}

    /// The same expression as a result column of this name.
    default Expr as(String name) {
        return new Alias(unaliased(), name);
    }

    /// The expression without its [Alias].
    default Expr unaliased() {
        return this instanceof Alias(Expr input, String _) ? input : this;
    }

    /// The expressions directly below this one, in order.
    default List<Expr> children() {
        return switch (this) {
            case ColumnRef _, Literal _, Lambda _ -> List.of();
            case Call(Function _, List<Expr> arguments) -> arguments;
            case Applied(ScalarFunction _, List<Expr> arguments) -> arguments;
            case Case(List<When> branches, Expr otherwise) -> {
                List<Expr> parts = branches.stream()
                        .flatMap(when -> Stream.of(when.condition(), when.result()))
                        .collect(Collectors.toList());
                parts.add(otherwise);
                yield parts;
            }
            case Cast(Expr input, DataType _, boolean _) -> List.of(input);
            case In(Expr input, List<Expr> options) ->
                Stream.concat(Stream.of(input), options.stream()).toList();
            case Aggregate aggregate ->
                Stream.concat(aggregate.arguments().stream(), aggregate.filter().stream())
                        .toList();
            case Alias(Expr input, String _) -> List.of(input);
        };
    }

    /// This as another type; a value that does not fit raises an error.
    default Expr cast(DataType type) {
        return new Cast(this, type, false);
    }

    /// For an aggregation: only over rows for which `condition` is true.
    ///
    /// @throws IllegalArgumentException if this is not an aggregation
    default Expr filter(Expr condition) {
        return switch (this) {
            case Aggregate(Aggregation kind, List<Expr> arguments, Optional<Expr> before, boolean distinct) ->
                new Aggregate(
                        kind,
                        arguments,
                        Optional.of(before.map(old -> old.and(condition)).orElse(condition)),
                        distinct);
            case Alias(Expr input, String name) -> new Alias(input.filter(condition), name);
            default -> throw new IllegalArgumentException("only an aggregation takes a filter, not " + outputName());
        };
    }
}
