package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.Field;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which types each [Aggregation] takes, and the type of its result.
public final class AggregationTypes {
    /// A t-digest as a value.
    private static final DataType DIGEST = new DataType.StructType(List.of(
            new Field("means", new DataType.ListType(DataType.FLOAT64)),
            new Field("weights", new DataType.ListType(DataType.INT64)),
            new Field("min", DataType.FLOAT64),
            new Field("max", DataType.FLOAT64)));

    private AggregationTypes() {}

    /// The moments of values as a value.
    private static final DataType MOMENTS = new DataType.StructType(List.of(
            new Field("count", DataType.INT64),
            new Field("mean", DataType.FLOAT64),
            new Field("m2", DataType.FLOAT64)));

    /// Values and how often each occurs.
    private static DataType counted(DataType value, boolean nullable) {
        return new DataType.ListType(new DataType.StructType(
                List.of(new Field("value", value, nullable), new Field("count", DataType.INT64, false))));
    }

    /// The type of the result for arguments of these types; dictionaries count as their values, and the type
    /// null is taken everywhere.
    ///
    /// @throws IllegalArgumentException if the aggregation does not take such arguments, naming what it takes
    public static DataType resultType(Aggregation aggregation, List<DataType> arguments) {
        List<DataType> types = arguments.stream().map(DataType::decoded).toList();
        if (types.size() != aggregation.arity()) {
            throw new IllegalArgumentException(AggregationText.name(aggregation) + " takes " + aggregation.arity()
                    + " arguments, not " + types.size());
        }
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> DataType.INT64;
            case Aggregation.NUnique _ -> DataType.INT64;
            case Aggregation.ApproxNUnique _ -> hashable(aggregation, types);
            case Aggregation.Sum() -> sum(aggregation, types.getFirst());
            case Aggregation.Product() -> product(aggregation, types.getFirst());
            case Aggregation.SumOfSquares() -> squares(aggregation, types.getFirst());
            case Aggregation.M2(), Aggregation.ApproxQuantile _ -> numbers(aggregation, types);
            case Aggregation.Any(), Aggregation.All() -> bool(aggregation, types.getFirst());
            case Aggregation.Bitwise _ -> bits(aggregation, types.getFirst());
            case Aggregation.MinBy _, Aggregation.MaxBy _ -> {
                comparable(aggregation, types.get(1));
                yield types.getFirst();
            }
            case Aggregation.Mode() -> types.getFirst();
            case Aggregation.Entropy() -> DataType.FLOAT64;
            case Aggregation.ValueCounts(boolean countNull) ->
                counted(comparable(aggregation, types.getFirst()), countNull);
            case Aggregation.Merge(Aggregation of) -> merged(aggregation, of, types.getFirst());
            case Aggregation.Spearman() -> {
                types.forEach(type -> comparable(aggregation, type));
                yield DataType.FLOAT64;
            }
            case Aggregation.MedianDeviation(), Aggregation.Skewness(), Aggregation.Kurtosis _ ->
                numbers(aggregation, types);
            case Aggregation.CollectSet _ -> new DataType.ListType(types.getFirst());
            case Aggregation.TDigest _ -> {
                numbers(aggregation, types);
                yield DIGEST;
            }
            case Aggregation.Histogram _ -> {
                numbers(aggregation, types);
                yield new DataType.ListType(DataType.INT64);
            }
            case Aggregation.Mean() -> mean(aggregation, types.getFirst());
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.Median(), Aggregation.Quantile _ ->
                numbers(aggregation, types);
            case Aggregation.Covariance _, Aggregation.Correlation() -> numbers(aggregation, types);
            case Aggregation.Min(), Aggregation.Max() -> comparable(aggregation, types.getFirst());
            case Aggregation.ArgMin(), Aggregation.ArgMax() -> {
                comparable(aggregation, types.getFirst());
                yield DataType.INT64;
            }
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> types.getFirst();
            case Aggregation.DiscreteQuantile _ -> ordered(aggregation, types.getFirst());
            case Aggregation.Join _ -> text(aggregation, types.getFirst());
            case Aggregation.TopK _ -> new DataType.ListType(ordered(aggregation, types.getFirst()));
            case Aggregation.CollectList _ -> new DataType.ListType(types.getFirst());
        };
    }

    /// Whether the aggregation takes arguments of these types.
    public static boolean accepts(Aggregation aggregation, List<DataType> arguments) {
        try {
            resultType(aggregation, arguments);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /// Results are told by the types of their fields; names do not matter.
    private static DataType merged(Aggregation aggregation, Aggregation of, DataType type) {
        return switch (of) {
            case Aggregation.ValueCounts _ when type.equals(DataType.NULL) -> counted(type, true);
            case Aggregation.TDigest _ when type.equals(DataType.NULL) -> DIGEST;
            case Aggregation.M2() when type.equals(DataType.NULL) -> MOMENTS;
            case Aggregation.ValueCounts _
            when type instanceof DataType.ListType(DataType element)
                    && hasFields(element, 2)
                    && isCount(field(element, 1)) -> counted(comparable(aggregation, field(element, 0)), true);
            case Aggregation.ValueCounts _ ->
                throw refused(aggregation, List.of(type), "lists of structs of a value and its count, an int64");
            case Aggregation.TDigest _ when sameFields(type, DIGEST) -> DIGEST;
            case Aggregation.M2()
            when hasFields(type, 3)
                    && isCount(field(type, 0))
                    && field(type, 1).equals(DataType.FLOAT64)
                    && field(type, 2).equals(DataType.FLOAT64) -> MOMENTS;
            case Aggregation.M2() ->
                throw refused(
                        aggregation, List.of(type), "structs of a count, a mean and an m2: int64, float64 and float64");
            default -> throw refused(aggregation, List.of(type), DIGEST.toString());
        };
    }

    private static boolean hasFields(DataType type, int count) {
        return type instanceof DataType.StructType(List<Field> fields) && fields.size() == count;
    }

    private static DataType field(DataType type, int index) {
        return ((DataType.StructType) type).fields().get(index).type().decoded();
    }

    private static boolean isCount(DataType type) {
        return type.equals(DataType.INT64);
    }

    private static boolean sameFields(DataType type, DataType as) {
        return hasFields(type, 4)
                && IntStream.range(0, 4).allMatch(i -> field(type, i).equals(field(as, i)));
    }

    private static DataType sum(Aggregation aggregation, DataType type) {
        return switch (type) {
            case IntType integer -> widest(integer);
            case FloatType _ -> DataType.FLOAT64;
            case DecimalType(int _, int scale) -> DataType.decimal(DecimalType.MAX_PRECISION, scale);
            case DurationType _ -> type;
            case DataType.NullType() -> DataType.INT64;
            default -> throw refused(aggregation, List.of(type), "integers, floats, decimals and durations");
        };
    }

    private static DataType product(Aggregation aggregation, DataType type) {
        return switch (type) {
            case IntType integer -> widest(integer);
            case FloatType _ -> DataType.FLOAT64;
            case DataType.NullType() -> DataType.INT64;
            case DecimalType _ ->
                throw refused(aggregation, List.of(type), "integers and floats; cast the decimal to float64");
            default -> throw refused(aggregation, List.of(type), "integers and floats");
        };
    }

    private static DataType squares(Aggregation aggregation, DataType type) {
        return switch (type) {
            case IntType integer -> widest(integer);
            case FloatType _, DecimalType _ -> DataType.FLOAT64;
            case DataType.NullType() -> DataType.INT64;
            default -> throw refused(aggregation, List.of(type), "integers, floats and decimals");
        };
    }

    private static DataType bool(Aggregation aggregation, DataType type) {
        if (!type.equals(DataType.BOOL) && !type.equals(DataType.NULL)) {
            throw refused(aggregation, List.of(type), "bools; ask for a condition such as x > 0");
        }
        return type;
    }

    private static DataType text(Aggregation aggregation, DataType type) {
        if (!type.equals(DataType.STRING) && !type.equals(DataType.NULL)) {
            throw refused(aggregation, List.of(type), "strings; cast the values");
        }
        return type;
    }

    private static DataType bits(Aggregation aggregation, DataType type) {
        if (!type.isInteger() && !type.equals(DataType.BOOL) && !type.equals(DataType.NULL)) {
            throw refused(aggregation, List.of(type), "integers and bools");
        }
        return type;
    }

    private static DataType widest(IntType integer) {
        return integer.equals(DataType.UINT64) ? DataType.UINT64 : DataType.INT64;
    }

    private static DataType mean(Aggregation aggregation, DataType type) {
        if (type instanceof DurationType) {
            return type;
        }
        if (!isNumber(type)) {
            throw refused(aggregation, List.of(type), "integers, floats, decimals and durations");
        }
        return DataType.FLOAT64;
    }

    private static DataType numbers(Aggregation aggregation, List<DataType> types) {
        if (!types.stream().allMatch(AggregationTypes::isNumber)) {
            throw refused(aggregation, types, "integers, floats and decimals");
        }
        return DataType.FLOAT64;
    }

    private static boolean isNumber(DataType type) {
        return type.isNumeric() || type.equals(DataType.NULL);
    }

    /// Lists and structs have the order of their elements and fields.
    private static DataType comparable(Aggregation aggregation, DataType type) {
        refuseUnordered(aggregation, type);
        return type;
    }

    private static void refuseUnordered(Aggregation aggregation, DataType type) {
        if (type instanceof DataType.CategoryType category && !category.ordered()) {
            throw refused(aggregation, List.of(type), "types with an order; these categories have none");
        }
    }

    private static DataType ordered(Aggregation aggregation, DataType type) {
        return switch (type) {
            case DataType.ListType _, DataType.StructType _ ->
                throw refused(aggregation, List.of(type), "types with an order: all but lists and structs");
            default -> {
                refuseUnordered(aggregation, type);
                yield type;
            }
        };
    }

    private static DataType hashable(Aggregation aggregation, List<DataType> types) {
        return switch (types.getFirst()) {
            case DataType.ListType _, DataType.StructType _ ->
                throw refused(aggregation, types, "all types but lists and structs");
            default -> DataType.INT64;
        };
    }

    private static IllegalArgumentException refused(Aggregation aggregation, List<DataType> types, String takes) {
        String given = types.stream().map(DataType::toString).collect(Collectors.joining(" and "));
        return new IllegalArgumentException(
                "cannot compute " + AggregationText.name(aggregation) + " of " + given + "; it takes " + takes);
    }
}
