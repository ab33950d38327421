package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Requests whose keys, arguments and conditions are expressions that the fast strategies compute in their scans.
final class FusedShapes {
    private static final Schema INPUT = Schema.of(
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("u", DataType.UINT16),
            new Field("h", DataType.INT16),
            new Field("f", DataType.FLOAT32),
            new Field("d", DataType.FLOAT64),
            new Field("t", DataType.DATE),
            new Field("b", DataType.BOOL));

    /// Divisors and bounds, which are drawn: kernels do not depend on them.
    private static final List<Long> WHOLE = List.of(1L, -1L, 2L, 7L, -7L, 10L, 127L, -128L, 1_000L, 31_999L, -32_768L);

    private static List<List<Expr>> keys(SplittableRandom random) {
        return List.of(
                List.of(col("i").mod(drawn(random).intValue())),
                List.of(col("l").mod(drawn(random)), col("h")),
                List.of(col("t"), col("u").mod(5)),
                List.of(when(col("i").gt(0)).then(col("h")).otherwise(col("h").mod(3))),
                List.of(coalesce(col("f"), 1.5)),
                List.of(col("h")),
                List.of(col("u"), col("t")));
    }

    private static Long drawn(SplittableRandom random) {
        return WHOLE.get(random.nextInt(WHOLE.size()));
    }

    private static List<List<Expr>> aggregates(SplittableRandom random) {
        return List.of(
                List.of(count(), count("d")),
                List.of(sum(col("d").times(2.0).minus(col("f"))), mean(col("i").dividedBy(3))),
                List.of(
                        sum(col("h").times(col("u"))),
                        count().filter(col("i").gt(0).or(col("b"))),
                        sum("i").filter(col("h").gt(drawn(random).shortValue()))),
                List.of(
                        min(col("l").mod(drawn(random))),
                        max(col("d").negate()),
                        mean("f").filter(col("b")),
                        max(call(Function.INT_DIVIDE, col("l"), lit(3 * drawn(random)))),
                        min(call(
                                Function.INT_DIVIDE,
                                col("i"),
                                lit(3 * drawn(random).intValue())))),
                List.of(sum(col("i").plus(col("h"))), max("u")),
                List.of(median(col("h").cast(DataType.FLOAT64).times(0.5))));
    }

    private static final int KEYS = keys(new SplittableRandom(0)).size();

    private static final int AGGREGATES = aggregates(new SplittableRandom(0)).size();

    private static final List<Optional<Expr>> CONDITIONS = List.of(
            Optional.empty(),
            Optional.of(col("i").gt(-5).or(col("b"))),
            Optional.of(col("d").lt(0.0).and(col("u").mod(4).ne(1))),
            Optional.of(col("h").eq(31_999)));

    private FusedShapes() {}

    static int number() {
        return KEYS * AGGREGATES * CONDITIONS.size();
    }

    static GroupByRequest request(int shape, SplittableRandom random) {
        List<Expr> keys = new ArrayList<>();
        for (Expr key : keys(random).get(shape % KEYS)) {
            keys.add(key.as("k" + keys.size()));
        }
        int rest = shape / KEYS;
        List<Expr> aggregates = new ArrayList<>();
        for (Expr aggregate : aggregates(random).get(rest % AGGREGATES)) {
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        GroupByOptions options =
                new GroupByOptions(NullKeys.values()[random.nextInt(2)], Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST);
        return new GroupByRequest(INPUT, CONDITIONS.get(rest / AGGREGATES), keys, aggregates, options);
    }

    /// Every other shape has HAVING and computes of an aggregate; every fourth leaves the keys out.
    static GroupFinish finish(int shape) {
        if (shape % 2 == 0) {
            return GroupFinish.NONE;
        }
        List<Expr> outputs = new ArrayList<>();
        if (shape % 4 == 1) {
            outputs.add(col("k0"));
        }
        outputs.add(lit(1).minus(col("a0")).as("rest"));
        outputs.add(col("a0").gt(2).as("many"));
        outputs.add(col("a0"));
        Expr condition = col("a0").isNotNull().and(col("a0").ne(3));
        return new GroupFinish(shape % 3 == 0 ? Optional.empty() : Optional.of(condition), outputs);
    }
}
