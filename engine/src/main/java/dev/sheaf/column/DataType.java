package dev.sheaf.column;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The type of a column. Sealed: a switch over it names every type, so that a new type fails to compile where
/// it matters.
///
/// Types are values: equal types are equal records. `toString` gives the name that schemas, errors and `describe`
/// print. The types that each query compares write `equals` out: what Java generates takes microseconds until it is
/// compiled.
public sealed interface DataType {

    /// The type of a column of nulls only, such as the literal NULL.
    record NullType() implements DataType {
        @Override
        public String toString() {
            return "null";
        }
    }

    /// True or false, one bit a row.
    record BoolType() implements DataType {
        @Override
        public String toString() {
            return "bool";
        }
    }

    /// Whole numbers of 8, 16, 32 or 64 bits.
    record IntType(int bits, boolean signed) implements DataType {
        public IntType {
            if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
                throw new IllegalArgumentException("integers have 8, 16, 32 or 64 bits, not " + bits);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof IntType type && type.bits == bits && type.signed == signed);
        }

        @Override
        public int hashCode() {
            return signed ? bits : -bits;
        }

        @Override
        public String toString() {
            return (signed ? "int" : "uint") + bits;
        }
    }

    /// IEEE 754 binary floating point of 32 or 64 bits.
    record FloatType(int bits) implements DataType {
        public FloatType {
            if (bits != 32 && bits != 64) {
                throw new IllegalArgumentException("floats have 32 or 64 bits, not " + bits);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof FloatType type && type.bits == bits);
        }

        @Override
        public int hashCode() {
            return ~bits;
        }

        @Override
        public String toString() {
            return "float" + bits;
        }
    }

    /// Exact decimals: an integer of at most `precision` digits divided by 10 to the `scale`, which is 0 to
    /// `precision`. Numbers that end in zeros, to which other formats give a scale below 0, are [whole numbers
    /// here][#holding].
    ///
    /// Stored in 32 bits up to 9 digits, in 64 bits up to 18, in 128 bits up to 38.
    record DecimalType(int precision, int scale) implements DataType {
        /// The most digits a decimal can have.
        public static final int MAX_PRECISION = 38;

        public DecimalType {
            if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("decimal(" + precision + ", " + scale
                        + ") does not exist; precision goes from 1 to 38 and scale from 0 to precision");
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof DecimalType type && type.precision == precision && type.scale == scale);
        }

        @Override
        public int hashCode() {
            return precision << Byte.SIZE | scale;
        }

        /// The narrowest decimal that holds every number of `precision` digits divided by 10 to the `scale`, for
        /// formats whose scale may be below 0 or beyond the precision: `holding(3, -2)`, the numbers of up to
        /// three digits and two zeros, is decimal(5, 0), and `holding(2, 4)` is decimal(4, 4).
        ///
        /// @throws IllegalArgumentException if precision is below 1, or if that takes more than 38 digits
        public static DecimalType holding(int precision, int scale) {
            long digits = Math.max(scale, precision - Math.min(scale, 0L));
            if (precision < 1 || digits > MAX_PRECISION) {
                throw new IllegalArgumentException("no decimal of 1 to " + MAX_PRECISION
                        + " digits holds those of precision " + precision + " and scale " + scale);
            }
            return new DecimalType((int) digits, Math.max(0, scale));
        }

        /// 32, 64 or 128.
        public int bits() {
            return precision <= 9 ? 32 : precision <= 18 ? 64 : 128;
        }

        @Override
        public String toString() {
            return "decimal(" + precision + ", " + scale + ")";
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar, int32.
    record DateType() implements DataType {
        @Override
        public String toString() {
            return "date";
        }
    }

    /// Time of day since midnight, int64.
    record TimeType(TimeUnit unit) implements DataType {
        @Override
        public String toString() {
            return "time[" + unit.symbol() + "]";
        }
    }

    /// Time since 1970-01-01T00:00, int64. With a zone it is an instant (counted in UTC, shown in the zone);
    /// without, a local date and time.
    record TimestampType(TimeUnit unit, Optional<String> zone) implements DataType {
        @Override
        public String toString() {
            return "timestamp[" + unit.symbol() + zone.map(name -> ", " + name).orElse("") + "]";
        }
    }

    /// A span of time, int64.
    record DurationType(TimeUnit unit) implements DataType {
        @Override
        public String toString() {
            return "duration[" + unit.symbol() + "]";
        }
    }

    /// Calendar interval of months, days and nanoseconds.
    record IntervalType() implements DataType {
        @Override
        public String toString() {
            return "interval";
        }
    }

    /// UTF-8 text.
    record StringType() implements DataType {
        @Override
        public String toString() {
            return "string";
        }
    }

    /// Bytes.
    record BinaryType() implements DataType {
        @Override
        public String toString() {
            return "binary";
        }
    }

    /// Lists of one element type.
    record ListType(DataType element) implements DataType {
        @Override
        public String toString() {
            return "list<" + element + ">";
        }
    }

    /// Named fields side by side.
    record StructType(List<Field> fields) implements DataType {
        public StructType {
            fields = List.copyOf(fields);
        }

        /// The place of the field of this name, or empty.
        public OptionalInt find(String name) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().equals(name)) {
                    return OptionalInt.of(i);
                }
            }
            return OptionalInt.empty();
        }

        @Override
        public String toString() {
            return fields.stream()
                    .map(field -> field.name() + ": " + field.type())
                    .collect(Collectors.joining(", ", "struct<", ">"));
        }
    }

    /// int32 codes into distinct values of another type (a category).
    record DictionaryType(DataType values) implements DataType {
        @Override
        public String toString() {
            return "dictionary<" + values + ">";
        }
    }

    /// One of some values, stored as its place among them, int32. Values are compared, sorted and grouped by
    /// place; those that are not `ordered` are equal or not, and come in the order of their places where rows
    /// have to be in some order.
    record CategoryType(Categories categories, boolean ordered) implements DataType {
        /// What the values mean.
        public DataType values() {
            return categories.type();
        }

        @Override
        public String toString() {
            return "category[" + categories.text(ordered ? " < " : ", ") + "]";
        }
    }

    NullType NULL = new NullType();
    BoolType BOOL = new BoolType();
    IntType INT8 = new IntType(8, true);
    IntType INT16 = new IntType(16, true);
    IntType INT32 = new IntType(32, true);
    IntType INT64 = new IntType(64, true);
    IntType UINT8 = new IntType(8, false);
    IntType UINT16 = new IntType(16, false);
    IntType UINT32 = new IntType(32, false);
    IntType UINT64 = new IntType(64, false);
    FloatType FLOAT32 = new FloatType(32);
    FloatType FLOAT64 = new FloatType(64);
    DateType DATE = new DateType();
    TimeType TIME = new TimeType(TimeUnit.MICRO);
    TimestampType TIMESTAMP = new TimestampType(TimeUnit.MICRO, Optional.empty());
    DurationType DURATION = new DurationType(TimeUnit.MICRO);
    IntervalType INTERVAL = new IntervalType();
    StringType STRING = new StringType();
    BinaryType BINARY = new BinaryType();

    /// A decimal of this precision and scale.
    static DecimalType decimal(int precision, int scale) {
        return new DecimalType(precision, scale);
    }

    /// How values of this type lie in memory.
    default Layout layout() {
        return switch (this) {
            case NullType() -> Layout.NONE;
            case BoolType() -> Layout.BIT;
            case IntType(int bits, boolean _) ->
                switch (bits) {
                    case 8 -> Layout.INT8;
                    case 16 -> Layout.INT16;
                    case 32 -> Layout.INT32;
                    default -> Layout.INT64;
                };
            case FloatType(int bits) -> bits == 32 ? Layout.FLOAT32 : Layout.FLOAT64;
            case DecimalType decimal ->
                switch (decimal.bits()) {
                    case 32 -> Layout.INT32;
                    case 64 -> Layout.INT64;
                    default -> Layout.INT128;
                };
            case DateType(), CategoryType _ -> Layout.INT32;
            case TimeType _, TimestampType _, DurationType _ -> Layout.INT64;
            case IntervalType() -> Layout.INTERVAL;
            case StringType(), BinaryType() -> Layout.VARIABLE;
            case ListType _ -> Layout.LIST;
            case StructType _ -> Layout.STRUCT;
            case DictionaryType _ -> Layout.DICTIONARY;
        };
    }

    /// Whether this is an integer type.
    default boolean isInteger() {
        return this instanceof IntType;
    }

    /// Whether this is a floating type.
    default boolean isFloating() {
        return this instanceof FloatType;
    }

    /// Whether arithmetic is defined: integers, floats and decimals.
    default boolean isNumeric() {
        return this instanceof IntType || this instanceof FloatType || this instanceof DecimalType;
    }

    /// Whether this is a date, time, timestamp, duration or interval.
    default boolean isTemporal() {
        return switch (this) {
            case DateType(), TimeType _, TimestampType _, DurationType _, IntervalType() -> true;
            case NullType(), BoolType(), IntType _, FloatType _, StringType(), BinaryType() -> false;
            case DecimalType _, ListType _, StructType _, DictionaryType _, CategoryType _ -> false;
        };
    }

    /// Whether equal values may be different bits, so that one of them does not stand for the other: both zeros and the
    /// NaNs of floats, intervals of the same length, and what holds some of these.
    default boolean equalsMayDiffer() {
        return switch (this) {
            case FloatType _, IntervalType() -> true;
            case NullType(), BoolType(), IntType _, DecimalType _, StringType(), BinaryType(), CategoryType _ -> false;
            case DateType(), TimeType _, TimestampType _, DurationType _ -> false;
            case ListType(DataType element) -> element.equalsMayDiffer();
            case StructType(List<Field> fields) ->
                fields.stream().anyMatch(field -> field.type().equalsMayDiffer());
            case DictionaryType(DataType values) -> values.equalsMayDiffer();
        };
    }

    /// The type of the values: the value type of a dictionary, any other type itself.
    default DataType decoded() {
        return this instanceof DictionaryType(DataType values) ? values : this;
    }
}
