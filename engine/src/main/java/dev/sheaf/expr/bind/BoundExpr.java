package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An expression bound to a schema: columns are numbers, every node has its type, and every conversion is written
/// out. Made by [Binder]; what evaluators and code generators read.
///
/// What a [Call] may rely on: the arguments of comparisons, of integer and floating arithmetic, of COALESCE,
/// GREATEST and LEAST have one common type (NULLIF has become a [Case]). Decimals added or subtracted have the
/// type of the result; multiplied they keep their own scales, which add up to the result's. A moment stands
/// before the interval or duration that is added to it. Dictionaries appear as the type of their values.
public sealed interface BoundExpr {

    /// The type of the values; never a dictionary.
    DataType type();

    /// The expressions directly below this one, in order.
    List<BoundExpr> children();

    /// The column at a position of the schema; `name` serves messages only.
    record Column(int index, String name, DataType type) implements BoundExpr {
        @Override
        public List<BoundExpr> children() {
            return List.of();
        }
    }

    /// A constant as a Java object of the kind that [dev.sheaf.column.Row#get(int)] returns for the type, or null.
    record Constant(@Nullable Object value, DataType type) implements BoundExpr {
        @Override
        public List<BoundExpr> children() {
            return List.of();
        }
    }

    /// A scalar function; `text` is the call as the user wrote it.
    record Call(Function function, List<BoundExpr> arguments, DataType type, String text) implements BoundExpr {
        public Call {
            arguments = List.copyOf(arguments);
        }

        /// The argument at a position.
        public BoundExpr argument(int index) {
            return arguments.get(index);
        }

        @Override
        public List<BoundExpr> children() {
            return arguments;
        }
    }

    /// A function that is written in Java; its arguments have the types that it asks for.
    record Applied(ScalarFunction function, List<BoundExpr> arguments, String text) implements BoundExpr {
        public Applied {
            arguments = List.copyOf(arguments);
        }

        @Override
        public DataType type() {
            return function.result();
        }

        @Override
        public List<BoundExpr> children() {
            return arguments;
        }
    }

    /// The result of the first branch whose condition is true, else `otherwise`; all results have the type.
    record Case(List<When> branches, BoundExpr otherwise, DataType type) implements BoundExpr {
        public Case {
            branches = List.copyOf(branches);
        }

        @Override
        public List<BoundExpr> children() {
            Stream<BoundExpr> whens = branches.stream().flatMap(when -> Stream.of(when.condition(), when.result()));
            return Stream.concat(whens, Stream.of(otherwise)).toList();
        }
    }

    /// One branch of a [Case].
    record When(BoundExpr condition, BoundExpr result) {}

    /// A conversion, written by the user or implied; `lenient` gives null where it fails instead of an error.
    record Cast(BoundExpr input, DataType type, boolean lenient, String text) implements BoundExpr {
        @Override
        public List<BoundExpr> children() {
            return List.of(input);
        }
    }

    /// Whether the input equals one of the options, which have its type.
    record In(BoundExpr input, List<BoundExpr> options) implements BoundExpr {
        public In {
            options = List.copyOf(options);
        }

        @Override
        public DataType type() {
            return DataType.BOOL;
        }

        @Override
        public List<BoundExpr> children() {
            return Stream.concat(Stream.of(input), options.stream()).toList();
        }
    }

    /// A function of elements: its body over a schema of its parameters, of which there are so many, and then of
    /// the columns around that it reads.
    record Lambda(List<BoundExpr> captures, BoundExpr body, Schema schema, int parameters) implements BoundExpr {
        public Lambda {
            captures = List.copyOf(captures);
        }

        /// The same with another body.
        public Lambda with(BoundExpr other) {
            return new Lambda(captures, other, schema, parameters);
        }

        @Override
        public DataType type() {
            return body.type();
        }

        @Override
        public List<BoundExpr> children() {
            return captures;
        }

        /// The body depends on parameters.
        @Override
        public boolean isConstant() {
            return false;
        }
    }

    /// Whether this is a constant.
    default boolean isConstant() {
        return this instanceof Constant;
    }

    /// Whether this is of the type null, and so never anything else.
    default boolean isUntypedNull() {
        return type().equals(DataType.NULL);
    }

    /// Whether this is the constant NULL of any type.
    default boolean isNull() {
        return this instanceof Constant(Object value, DataType _) && value == null;
    }
}
