package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.testing.Sample;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Functions that need the values of a group together, beside each other and beside those that do not, compared
/// with the CPU.
final class Members {
    /// What the planner chooses, and everything that can by values that are brought together.
    static final List<String> STRATEGIES = List.of("", "members");

    private static final int SCALE = 2;

    private static final Schema SCHEMA = Schema.of(
            new Field("k", DataType.INT32),
            new Field("d", DataType.FLOAT64),
            new Field("f", DataType.FLOAT32, false),
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("u", DataType.UINT64, false),
            new Field("w", DataType.decimal(38, SCALE)));

    private static final List<List<Expr>> AGGREGATES = List.of(
            List.of(median("d"), sum("i"), count(), min("l"), max("d"), mean("d"), bitAnd("l"), bitXor("i")),
            List.of(quantile("d", 0.9), median("d"), quantile("d", 0.25), std("d"), median("i"), count("d")),
            List.of(median("l"), quantile("u", 0.999), mean("l"), sum("u"), std("f"), variance("f"), mean("f")),
            Stream.concat(
                            Arrays.stream(Interpolation.values())
                                    .map(between -> aggregate(new Aggregation.Quantile(0.4, between), "i")),
                            Stream.of(quantile("f", 0), quantile("f", 1), variance("i")))
                    .toList(),
            List.of(median("f"), sum("w"), mean("w"), count("w"), std("l"), sum(col("i").plus(1))));

    private static final List<Integer> ROWS = List.of(1, 2, 65, 700, 3_001, 14_500);

    /// Members of a group of which shared memory has not room.
    private static final int MANY = 14_000;

    private static final int FEW_GROUPS = 10;

    /// How values lie.
    private enum Spread {
        EVEN,
        EQUAL,
        FEW,
        SKEWED,
        ODD
    }

    private Members() {}

    /// How many kinds of requests there are.
    static int requests() {
        return AGGREGATES.size();
    }

    /// Compares one request, two cases for data of each spread, with so many groups at most.
    static void compare(int request, int mostGroups, ShapeComparison comparison, SplittableRandom random) {
        for (Spread spread : Spread.values()) {
            Sample sample = sample(spread, mostGroups, random);
            comparison.compareTwice(request(request, random), GroupFinish.NONE, false, sample, random);
        }
    }

    private static GroupByRequest request(int number, SplittableRandom random) {
        List<Expr> aggregates = new ArrayList<>();
        for (Expr aggregate : AGGREGATES.get(number)) {
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        Optional<Expr> where = random.nextInt(4) == 0 ? Optional.of(col("f").gt(0)) : Optional.empty();
        NullKeys nullKeys = NullKeys.values()[random.nextInt(2)];
        return new GroupByRequest(
                SCHEMA,
                where,
                List.of(col("k").as("k")),
                aggregates,
                new GroupByOptions(nullKeys, Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST));
    }

    private static Sample sample(Spread spread, int mostGroups, SplittableRandom random) {
        int sizes = mostGroups < FEW_GROUPS ? ROWS.size() - 2 : ROWS.size();
        int rows = ROWS.get(random.nextInt(sizes));
        int groups = rows > MANY || rows < 64 ? 1 : 1 + random.nextInt(mostGroups);
        boolean hasNulls = random.nextInt(3) != 0;
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int column = 0; column < SCHEMA.size(); column++) {
            columns.add(new ArrayList<>());
        }
        for (int row = 0; row < rows; row++) {
            double value = value(spread, random);
            long whole = (long) Math.max(-1e15, Math.min(1e15, value * 1000));
            boolean isNull = hasNulls && random.nextInt(4) == 0;
            boolean isNullToo = hasNulls && random.nextInt(4) == 0;
            columns.get(0).add(hasNulls && random.nextInt(20) == 0 ? null : Integer.valueOf(random.nextInt(groups)));
            columns.get(1).add(isNull ? null : Double.valueOf(value));
            columns.get(2).add((float) (value % 1e6));
            columns.get(3).add(isNullToo ? null : Integer.valueOf((int) (whole % 1_000_003)));
            columns.get(4).add(isNull ? null : Long.valueOf(whole));
            columns.get(5).add(BigInteger.valueOf(Math.abs(whole)).shiftLeft(spread == Spread.SKEWED ? 12 : 0));
            columns.get(6).add(isNullToo ? null : new BigDecimal(BigInteger.valueOf(whole), SCALE));
        }
        return new Sample(
                SCHEMA, columns, SCHEMA.fields().stream().map(_ -> false).toList(), random.nextInt(3));
    }

    private static double value(Spread spread, SplittableRandom random) {
        return switch (spread) {
            case EVEN -> random.nextDouble() * 200 - 100;
            case EQUAL -> 7.25;
            case FEW -> random.nextInt(3) - 1;
            case SKEWED -> random.nextInt(50) == 0 ? random.nextDouble() * 1e12 : random.nextDouble() * 1e-3;
            case ODD ->
                switch (random.nextInt(12)) {
                    case 0 -> Double.POSITIVE_INFINITY;
                    case 1 -> Double.NaN;
                    case 2 -> -0.0;
                    default -> random.nextInt(9) - 4.5;
                };
        };
    }
}
