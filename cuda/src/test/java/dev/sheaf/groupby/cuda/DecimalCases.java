package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitOr;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
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
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Decimals and whole numbers whose sums take more than 64 bits, compared with the CPU by one strategy after
/// the other.
final class DecimalCases {
    /// The strategies, and what the planner chooses.
    static final List<String> STRATEGIES = List.of("", "block", "hash", "partition", "clustered", "general");

    private static final int SCALE = 4;
    private static final Schema SCHEMA = Schema.of(
            new Field("k", DataType.INT32),
            new Field("d", DataType.decimal(38, SCALE)),
            new Field("e", DataType.decimal(38, SCALE), false),
            new Field("s", DataType.decimal(18, 2)),
            new Field("l", DataType.INT64),
            new Field("u", DataType.UINT64, false),
            new Field("t", DataType.DATE));

    private static final List<List<Expr>> AGGREGATES = List.of(
            List.of(sum("d"), count("d"), mean("d"), sum("e")),
            List.of(min("d"), max("d"), min("e"), max("s"), min("t")),
            List.of(sum("s"), mean("s"), sum("l"), count("t"), sum("u")),
            List.of(sum(col("d").plus(col("e"))), max("e").filter(col("s").gt(0)), mean("e"), count("s")),
            List.of(mean("l"), mean("u"), count("d")),
            List.of(sum("d"), sum("e"), max("d"), argMin("l"), sum("l"), mean("u"), min("e"), maxBy("l", "k")),
            List.of(variance("k"), max("d"), sum("e"), mean("e"), std("k")),
            List.of(
                    bitAnd("l"),
                    bitOr("u"),
                    bitXor("l"),
                    sumOfSquares("k"),
                    bitXor("k").filter(col("l").gt(0))));

    /// How many bits values have: so that narrow sums do, that values do but sums do not, that neither does, and
    /// that sums overflow.
    private static final int[] BITS = {30, 60, 63, 64, 100, 126};

    private DecimalCases() {}

    /// How many kinds of requests there are.
    static int requests() {
        return AGGREGATES.size();
    }

    /// Compares one request, two cases for data of each magnitude.
    static void compare(int request, ShapeComparison comparison, SplittableRandom random) {
        for (int bits : BITS) {
            comparison.compareTwice(request(request, random), GroupFinish.NONE, false, sample(bits, random), random);
        }
    }

    private static GroupByRequest request(int number, SplittableRandom random) {
        List<Expr> aggregates = new ArrayList<>();
        for (Expr aggregate : AGGREGATES.get(number)) {
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        Optional<Expr> where = random.nextInt(4) == 0 ? Optional.of(col("e").gt(0)) : Optional.empty();
        return new GroupByRequest(
                SCHEMA,
                where,
                List.of(col("k").as("k")),
                aggregates,
                new GroupByOptions(NullKeys.values()[random.nextInt(2)], Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST));
    }

    private static Sample sample(int bits, SplittableRandom random) {
        int rows = List.of(1, 3, 64, 700, 3_001).get(random.nextInt(5));
        int groups = 1 + random.nextInt(rows < 64 ? 2 : 300);
        int step = random.nextBoolean() ? 1 : 7_654_321;
        boolean hasNulls = random.nextInt(3) != 0;
        boolean isAtLimits = random.nextInt(4) == 0;
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int column = 0; column < SCHEMA.size(); column++) {
            columns.add(new ArrayList<>());
        }
        for (int row = 0; row < rows; row++) {
            boolean isNull = hasNulls && random.nextInt(8) == 0;
            columns.get(0)
                    .add(hasNulls && random.nextInt(20) == 0 ? null : Integer.valueOf(random.nextInt(groups) * step));
            columns.get(1).add(isNull ? null : decimal(number(bits, random)));
            columns.get(2).add(decimal(bits > 64 && isAtLimits ? limit(random) : number(bits, random)));
            columns.get(3).add(isNull ? null : new BigDecimal(number(Math.min(bits, 59), random), 2));
            columns.get(4)
                    .add(
                            isNull
                                    ? null
                                    : Long.valueOf(
                                            number(Math.min(bits, 63), random).longValueExact()));
            columns.get(5).add(number(Math.min(bits, 62), random).abs());
            columns.get(6).add(isNull ? null : LocalDate.ofEpochDay(random.nextInt(30_000)));
        }
        inOrder(columns.get(2), random.nextInt(4));
        return new Sample(
                SCHEMA, columns, SCHEMA.fields().stream().map(_ -> false).toList(), random.nextInt(3));
    }

    /// Values that ascend, so that each is more than all before, that descend, or that are all one; else as they
    /// are.
    private static void inOrder(List<@Nullable Object> values, int order) {
        Comparator<Object> ascending = Comparator.comparing(BigDecimal.class::cast);
        switch (order) {
            case 0 -> values.sort(ascending);
            case 1 -> values.sort(ascending.reversed());
            case 2 -> values.replaceAll(_ -> values.getFirst());
            default -> {}
        }
    }

    /// A number where a half of 64 bits begins or ends, or the decimals do.
    private static BigInteger limit(SplittableRandom random) {
        BigInteger number = switch (random.nextInt(4)) {
            case 0 -> BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
            case 1 -> BigInteger.TWO.pow(64);
            case 2 -> BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
            default -> BigInteger.valueOf(random.nextInt(2));
        };
        return random.nextBoolean() ? number : number.negate();
    }

    private static BigDecimal decimal(BigInteger number) {
        return new BigDecimal(number, SCALE);
    }

    private static BigInteger number(int bits, SplittableRandom random) {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < bits; i += Integer.SIZE) {
            int more = Math.min(bits - i, Integer.SIZE);
            number = number.shiftLeft(more).add(BigInteger.valueOf(random.nextInt() & (1L << more) - 1));
        }
        return random.nextBoolean() ? number : number.negate();
    }
}
