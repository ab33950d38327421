package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.testing.DataTypes;
import dev.sheaf.testing.RandomTables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Random requests: up to four keys of any type, several aggregates with filters and DISTINCT, all options.
///
/// Columns `k0`, `k1`, ... are keys, `v0`, `v1`, ... arguments, `c` is the bool that filters use.
final class RandomRequest {
    private static final List<Aggregation> EXACT = List.of(
            new Aggregation.CountAll(),
            new Aggregation.CountValid(),
            new Aggregation.Sum(),
            new Aggregation.Product(),
            new Aggregation.Min(),
            new Aggregation.Max(),
            new Aggregation.NUnique(false),
            new Aggregation.NUnique(true),
            new Aggregation.First(false),
            new Aggregation.First(true),
            new Aggregation.Last(false),
            new Aggregation.Last(true),
            new Aggregation.ArgMin(),
            new Aggregation.ArgMax(),
            new Aggregation.TopK(2, true),
            new Aggregation.TopK(3, false),
            new Aggregation.CollectList(false),
            new Aggregation.CollectList(true),
            new Aggregation.CollectSet(false),
            new Aggregation.CollectSet(true),
            new Aggregation.Mode(),
            new Aggregation.SumOfSquares(),
            new Aggregation.Any(),
            new Aggregation.All(),
            new Aggregation.Bitwise(Aggregation.BitOperation.AND),
            new Aggregation.Bitwise(Aggregation.BitOperation.OR),
            new Aggregation.Bitwise(Aggregation.BitOperation.XOR),
            new Aggregation.MinBy(false),
            new Aggregation.MinBy(true),
            new Aggregation.MaxBy(false),
            new Aggregation.MaxBy(true),
            new Aggregation.Nth(1, false),
            new Aggregation.Nth(0, true),
            new Aggregation.Nth(-2, false),
            new Aggregation.Histogram(List.of(-10.0, 0.0, 0.5, 100.0)),
            new Aggregation.DiscreteQuantile(0.3, false),
            new Aggregation.DiscreteQuantile(0.75, true),
            new Aggregation.ValueCounts(false),
            new Aggregation.ValueCounts(true),
            new Aggregation.Merge(new Aggregation.ValueCounts(true)),
            new Aggregation.Merge(new Aggregation.TDigest(5000)),
            new Aggregation.Join("|"));
    private static final List<Aggregation> ROUNDED = List.of(
            new Aggregation.CountValid(),
            new Aggregation.Sum(),
            new Aggregation.Mean(),
            new Aggregation.SumOfSquares(),
            new Aggregation.M2(),
            new Aggregation.Variance(0),
            new Aggregation.Variance(1),
            new Aggregation.Std(1),
            new Aggregation.Covariance(1),
            new Aggregation.Correlation(),
            new Aggregation.Median(),
            new Aggregation.MedianDeviation(),
            new Aggregation.Entropy(),
            new Aggregation.Spearman(),
            new Aggregation.Merge(new Aggregation.M2()),
            new Aggregation.Skewness(),
            new Aggregation.Kurtosis(true),
            new Aggregation.Kurtosis(false),
            new Aggregation.Quantile(0.25, Aggregation.Interpolation.LINEAR),
            new Aggregation.Quantile(0.9, Aggregation.Interpolation.LOWER),
            new Aggregation.Quantile(0.9, Aggregation.Interpolation.HIGHER),
            new Aggregation.Quantile(0.5, Aggregation.Interpolation.NEAREST),
            new Aggregation.Quantile(0.3, Aggregation.Interpolation.MIDPOINT));

    private final SplittableRandom random;
    private final List<Field> fields = new ArrayList<>();

    private RandomRequest(SplittableRandom random) {
        this.random = random;
    }

    /// A request whose results are the same to the bit on every run.
    static GroupByRequest exact(SplittableRandom random) {
        return new RandomRequest(random).request(EXACT);
    }

    /// A request whose results may differ in the last bits.
    static GroupByRequest rounded(SplittableRandom random) {
        return new RandomRequest(random).request(ROUNDED);
    }

    private GroupByRequest request(List<Aggregation> kinds) {
        List<Expr> keys = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--) {
            keys.add(field("k" + keys.size(), keyType()));
        }
        field("c", DataType.BOOL);
        List<Expr> aggregates = new ArrayList<>();
        for (int count = random.nextInt(1, 6); count > 0; count--) {
            aggregates.add(aggregate(kinds, aggregates.size()));
        }
        Optional<Expr> filter = random.nextInt(4) == 0 ? Optional.of(condition()) : Optional.empty();
        return new GroupByRequest(new Schema(fields), filter, keys, aggregates, options());
    }

    private Expr field(String name, DataType type) {
        fields.add(new Field(name, type, random.nextInt(4) != 0));
        return Expressions.col(name);
    }

    /// Mostly integers and text, as in life.
    private DataType keyType() {
        return switch (random.nextInt(4)) {
            case 0 -> DataType.INT32;
            case 1 -> DataType.STRING;
            case 2 -> new RandomTables(random).scalarType();
            default -> new RandomTables(random).anyType();
        };
    }

    private Expr aggregate(List<Aggregation> kinds, int number) {
        Aggregation kind = kinds.get(random.nextInt(kinds.size()));
        List<Expr> arguments = new ArrayList<>();
        for (int i = 0; i < kind.arity(); i++) {
            DataType type = argumentType(kind, kinds.equals(EXACT));
            arguments.add(field("v" + number + (char) ('a' + i), type));
        }
        Optional<Expr> filter = random.nextInt(5) == 0 ? Optional.of(condition()) : Optional.empty();
        boolean distinct = kind.arity() > 0 && random.nextInt(5) == 0;
        return new Expr.Aggregate(kind, arguments, filter, distinct).as("a" + number);
    }

    private DataType argumentType(Aggregation kind, boolean exact) {
        return switch (kind) {
            case Aggregation.Sum() -> number(exact, true);
            case Aggregation.Product() -> number(exact, false);
            case Aggregation.SumOfSquares() -> number(exact, !exact);
            case Aggregation.Bitwise _ -> random.nextInt(5) == 0 ? DataType.BOOL : any(DataTypes.integers());
            case Aggregation.Any(), Aggregation.All() -> DataType.BOOL;
            case Aggregation.Join _ -> DataType.STRING;
            case Aggregation.Histogram _, Aggregation.M2() -> number(false, true);
            case Aggregation.Mean(), Aggregation.Variance _, Aggregation.Std _, Aggregation.Median() ->
                number(false, true);
            case Aggregation.Quantile _, Aggregation.Covariance _, Aggregation.Correlation() -> number(false, true);
            case Aggregation.MedianDeviation(), Aggregation.Skewness(), Aggregation.Kurtosis _ -> number(false, true);
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _, Aggregation.CollectList _ ->
                new RandomTables(random).anyType();
            case Aggregation.Min(), Aggregation.Max(), Aggregation.ArgMin(), Aggregation.ArgMax() -> orderedType(kind);
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.Spearman() -> orderedType(kind);
            case Aggregation.NUnique _, Aggregation.CollectSet _, Aggregation.Mode() -> orderedType(kind);
            case Aggregation.ValueCounts _, Aggregation.Entropy() -> orderedType(kind);
            case Aggregation.TopK _, Aggregation.DiscreteQuantile _ -> orderedType(kind);
            case Aggregation.Merge(Aggregation of) -> PackedSamples.type(of, new RandomTables(random));
            default -> new RandomTables(random).scalarType();
        };
    }

    private DataType orderedType(Aggregation kind) {
        while (true) {
            DataType type = new RandomTables(random).anyType();
            if (AggregationTypes.accepts(kind, Collections.nCopies(kind.arity(), type))) {
                return type;
            }
        }
    }

    private DataType any(List<DataType> types) {
        return types.get(random.nextInt(types.size()));
    }

    private DataType number(boolean withoutFloats, boolean withDecimals) {
        while (true) {
            DataType type = any(DataTypes.numbers());
            boolean isDecimal = type instanceof DataType.DecimalType;
            if (!(withoutFloats && type.isFloating()) && (withDecimals || !isDecimal)) {
                return type;
            }
        }
    }

    private Expr condition() {
        Expr flag = Expressions.col("c");
        return switch (random.nextInt(3)) {
            case 0 -> flag.eq(true);
            case 1 -> flag.isNull();
            default -> flag.ne(true);
        };
    }

    private GroupByOptions options() {
        return new GroupByOptions(
                NullKeys.values()[random.nextInt(2)],
                Order.values()[random.nextInt(3)],
                random.nextInt(4) == 0 ? Overflow.WRAP : Overflow.ERROR,
                random.nextInt(4) == 0 ? Sums.REPRODUCIBLE : Sums.FAST);
    }
}
