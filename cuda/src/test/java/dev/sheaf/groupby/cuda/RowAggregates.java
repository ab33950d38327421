package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Requests whose aggregates need the groups of rows before these are scanned: moments, and the least and
/// greatest texts.
final class RowAggregates {
    private static final Schema INPUT = Schema.of(
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("h", DataType.INT16),
            new Field("f", DataType.FLOAT32),
            new Field("d", DataType.FLOAT64),
            new Field("m", DataType.decimal(18, 4)),
            new Field("w", DataType.decimal(30, 6)),
            new Field("s", DataType.STRING),
            new Field("y", DataType.BINARY),
            new Field("b", DataType.BOOL));

    private static final List<List<String>> KEYS = List.of(List.of("i"), List.of("s"), List.of("b", "h"));

    private static final List<List<Expr>> AGGREGATES = List.of(
            List.of(sum("d"), variance("d"), std("f"), m2("l"), count()),
            List.of(covariance("i", "d"), corr("f", "h"), corr("d", "d"), variance("f")),
            List.of(min("s"), max("s"), sum("l"), min("y"), max("s")),
            List.of(variance("w"), std("m"), max("y"), count("w")),
            List.of(median("f"), covariance("d", "f")));

    private RowAggregates() {}

    static int number() {
        return 2 * KEYS.size() * AGGREGATES.size();
    }

    /// Every other shape has a condition, but those that ask for texts, which do not look at conditions.
    static GroupByRequest request(int shape, SplittableRandom random) {
        List<Expr> keys = new ArrayList<>();
        KEYS.get(shape / 2 % KEYS.size()).forEach(key -> keys.add(col(key).as("key" + keys.size())));
        List<Expr> aggregates = new ArrayList<>();
        for (Expr aggregate : AGGREGATES.get(shape / 2 / KEYS.size())) {
            aggregates.add(aggregate.as("a" + aggregates.size()));
        }
        boolean isOfTexts = shape / 2 / KEYS.size() == 2 || shape / 2 / KEYS.size() == 3;
        Optional<Expr> where = shape % 2 == 0 || isOfTexts
                ? Optional.empty()
                : Optional.of(col("i").gt(-5).or(col("b")));
        GroupByOptions options =
                new GroupByOptions(NullKeys.values()[random.nextInt(2)], Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST);
        return new GroupByRequest(INPUT, where, keys, aggregates, options);
    }
}
