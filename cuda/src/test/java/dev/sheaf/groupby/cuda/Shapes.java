package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.all;
import static dev.sheaf.expr.Expressions.any;
import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitOr;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.bottomK;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.collectSet;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.histogram;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.minBy;
import static dev.sheaf.expr.Expressions.mode;
import static dev.sheaf.expr.Expressions.nth;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.topK;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// What is compared between GPU and CPU: every mix of keys with every set of aggregates.
final class Shapes {
    private static final List<List<DataType>> KEYS = List.of(
            List.of(),
            List.of(DataType.BOOL),
            List.of(DataType.INT8),
            List.of(DataType.UINT16),
            List.of(DataType.INT32),
            List.of(DataType.UINT32),
            List.of(DataType.INT64),
            List.of(DataType.UINT64),
            List.of(DataType.FLOAT32),
            List.of(DataType.FLOAT64),
            List.of(DataType.decimal(7, 2)),
            List.of(DataType.decimal(30, 6)),
            List.of(DataType.DATE),
            List.of(DataType.TIMESTAMP),
            List.of(DataType.STRING),
            List.of(DataType.INTERVAL),
            List.of(DataType.BINARY),
            List.of(DataType.INT32, DataType.INT32),
            List.of(DataType.INT64, DataType.STRING),
            List.of(DataType.STRING, DataType.STRING),
            List.of(DataType.FLOAT64, DataType.BOOL, DataType.INT8),
            List.of(DataType.decimal(30, 6), DataType.DATE, DataType.INT16, DataType.STRING),
            Collections.nCopies(16, DataType.INT16));

    private static final Schema VALUES = Schema.of(
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("u", DataType.UINT64),
            new Field("h", DataType.INT16),
            new Field("f", DataType.FLOAT32),
            new Field("d", DataType.FLOAT64),
            new Field("m", DataType.decimal(18, 0)),
            new Field("w", DataType.decimal(30, 6)),
            new Field("t", DataType.DATE),
            new Field("s", DataType.STRING),
            new Field("b", DataType.BOOL),
            new Field("v", DataType.INTERVAL));

    private static final List<List<Expr>> AGGREGATES = List.of(
            List.of(count(), count("i"), sum("i"), mean("i")),
            List.of(sum("l"), mean("l"), min("l"), max("l"), sum("u"), max("u")),
            List.of(sum("d"), mean("f"), min("d"), max("f"), variance("d"), std("f")),
            List.of(sum("m"), mean("w"), min("w"), max("m"), sum("w")),
            List.of(argMin("i"), argMax("s"), first("s"), last("i"), first("w"), argMin("d")),
            List.of(median("f"), quantile("h", 0.3), median("w")),
            List.of(
                    nunique("i"),
                    nunique("s"),
                    distinct(sum("i")),
                    distinct(count("s")),
                    nunique("d"),
                    nunique("v"),
                    last("v"),
                    distinct(min("d")),
                    distinct(median("f"))),
            List.of(topK("l", 3), collectList("h"), topK("w", 2), collectList("s")),
            List.of(covariance("i", "d"), corr("f", "h"), product("f"), product("h")),
            List.of(
                    min("b"),
                    max("s"),
                    min("t"),
                    sum("l").filter(col("i").gt(0)),
                    sum(col("d").times(2.0)),
                    aggregate(new Aggregation.First(true), "l")),
            List.of(
                    sumOfSquares("h"),
                    sumOfSquares("d"),
                    bitAnd("i"),
                    bitOr("u"),
                    bitXor("h"),
                    m2("d"),
                    any("b"),
                    all("b"),
                    nth("s", 1),
                    nth("l", -2)),
            List.of(
                    minBy("s", "d"),
                    maxBy("i", "s"),
                    mode("s"),
                    mode("f"),
                    collectSet("s"),
                    collectSet("w"),
                    histogram("f", -10.0, 0.0, 1000.5)),
            List.of(count(), sum("f"), min("d"), max("h"), mean("i")),
            List.of(median("d"), variance("d"), count("d")),
            List.of(median("d"), sum("l"), count(), min("i"), quantile("f", 0.3), std("h"), max("d")),
            List.of(quantile("l", 0.9), quantile("u", 0.25), variance("i"), sum("m"), mean("d"), count("f"), max("t")),
            List.of(
                    topK("s", 2),
                    bottomK("s", 3),
                    distinct(first("s")),
                    distinct(argMax("d")),
                    distinct(variance("i")),
                    distinct(covariance("h", "i")),
                    distinct(collectList("u"))),
            List.of(
                    sum("d"),
                    mean("f"),
                    variance("d"),
                    std("w"),
                    covariance("d", "f"),
                    corr("f", "h"),
                    sumOfSquares("w"),
                    distinct(sum("d"))));

    /// The last aggregates are asked for with the same bits everywhere.
    private static final int REPRODUCIBLE = AGGREGATES.size() - 1;

    /// Those that fast strategies take, if nothing else is asked for.
    private static final List<Integer> FAST = List.of(0, 1, 12, 13, 14, 15);

    private Shapes() {}

    /// How many there are.
    static int number() {
        return KEYS.size() * AGGREGATES.size();
    }

    /// How many of them have the same keys.
    static int aggregates() {
        return AGGREGATES.size();
    }

    /// Whether results have to be the same to the bit.
    static boolean isReproducible(int shape) {
        return shape % AGGREGATES.size() == REPRODUCIBLE;
    }

    /// The request of a shape, with options and a condition drawn at random.
    static GroupByRequest request(int shape, SplittableRandom random) {
        List<DataType> types = KEYS.get(shape / AGGREGATES.size());
        List<Field> fields = new ArrayList<>();
        List<Expr> keys = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            fields.add(new Field("k" + i, types.get(i)));
            keys.add(col("k" + i));
        }
        fields.addAll(VALUES.fields());
        List<Expr> aggregates = new ArrayList<>();
        for (Expr aggregate : AGGREGATES.get(shape % AGGREGATES.size())) {
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        boolean isFast = FAST.contains(shape % AGGREGATES.size());
        boolean filtered = !isFast && shape % 3 == 0;
        Optional<Expr> where = filtered ? Optional.of(col("i").gt(-5).or(col("b"))) : Optional.empty();
        GroupByOptions options = new GroupByOptions(
                NullKeys.values()[random.nextInt(2)],
                isFast ? Order.UNSPECIFIED : Order.values()[random.nextInt(3)],
                !isFast && random.nextInt(4) == 0 ? Overflow.WRAP : Overflow.ERROR,
                isReproducible(shape) ? Sums.REPRODUCIBLE : Sums.FAST);
        return new GroupByRequest(new Schema(fields), where, keys, aggregates, options);
    }

    private static Expr distinct(Expr expr) {
        Expr.Aggregate aggregate = (Expr.Aggregate) expr;
        return new Expr.Aggregate(aggregate.aggregation(), aggregate.arguments(), aggregate.filter(), true);
    }
}
