package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Fast floating sums, means and spreads of some thousand rows, in random splits and trees of merges, are
/// within 1e-12 of those of all rows at once.
@ExtendWith(PoolCheck.class)
class SplitSumsTest {
    private static final double PERCENT = 100 * 1e-12;

    @Test
    void splitsAndMergesKeepTwelveDigits(MemoryPool pool) {
        RandomCases.run(60, random -> {
            QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
            double[] x = values(random, random.nextInt(2, 5000));
            double[] y = values(random, x.length);
            try (Table whole = Table.of("x", x, "y", y);
                    PartialState once = state(whole, context);
                    PartialState merged = tree(whole, 0, x.length, random, context);
                    Table expected = once.finalizeResult(context);
                    Table actual = merged.finalizeResult(context)) {
                for (String name : expected.schema().names()) {
                    Double value = (Double) actual.column(name).get(0);
                    assertThat(value)
                            .as(name)
                            .isCloseTo((Double) expected.column(name).get(0), withinPercentage(PERCENT));
                }
            }
        });
    }

    private static GroupByRequest request(Table table) {
        return GroupByRequest.of(
                table.schema(),
                List.of(),
                sum("x").as("sum"),
                mean("x").as("mean"),
                sumOfSquares("x").as("squares"),
                variance("x").as("variance"),
                m2("y").as("m2"),
                covariance("x", "x").as("same"),
                variance("y").as("other"));
    }

    private static PartialState state(Table rows, QueryContext context) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(rows), context)) {
            stream.add(rows);
            return stream.state();
        }
    }

    private static PartialState tree(Table rows, int from, int to, SplittableRandom random, QueryContext context) {
        if (to - from == 1 || random.nextInt(8) == 0) {
            try (Table part = rows.slice(from, to - from)) {
                return state(part, context);
            }
        }
        int cut = random.nextInt(4) == 0 ? from + 1 : random.nextInt(from + 1, to);
        try (PartialState left = tree(rows, from, cut, random, context);
                PartialState right = tree(rows, cut, to, random, context)) {
            return PartialState.merge(left, right, context);
        }
    }

    /// Positive numbers near one, far from zero with little spread, with a far first one, or of a mean that moves.
    private static double[] values(SplittableRandom random, int count) {
        double[] values = new double[count];
        int shape = random.nextInt(4);
        Arrays.setAll(values, i -> switch (shape) {
            case 0 -> random.nextDouble(0.5, 2);
            case 1 -> 1e6 + random.nextDouble(0.1, 1);
            case 2 -> i == 0 ? 1e9 : random.nextDouble(0.5, 2);
            default -> i + random.nextDouble(0.1, 1);
        });
        return values;
    }

    @Test
    void oneFarRowBeforeManyDoesNotBecomeTheirShift(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        double[] x = new SplittableRandom(5).doubles(300_000, 0.5, 2).toArray();
        x[0] = 1e9;
        try (Table whole = Table.of("x", x, "y", x);
                Table far = whole.slice(0, 1);
                Table rest = whole.slice(1, x.length - 1L);
                PartialState once = state(whole, context);
                PartialState first = state(far, context);
                PartialState second = state(rest, context);
                PartialState merged = PartialState.merge(first, second, context);
                Table expected = once.finalizeResult(context);
                Table actual = merged.finalizeResult(context)) {
            for (String name : expected.schema().names()) {
                assertThat((Double) actual.column(name).get(0))
                        .as(name)
                        .isCloseTo((Double) expected.column(name).get(0), withinPercentage(PERCENT));
            }
        }
    }

    @Test
    void correlationsKeepTwelveDigits(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        SplittableRandom random = new SplittableRandom(11);
        double[] x = random.doubles(3000).toArray();
        double[] y = Arrays.stream(x).map(value -> value + random.nextDouble()).toArray();
        try (Table whole = Table.of("x", x, "y", y);
                Table parts = Table.of("x", Arrays.copyOf(x, 10), "y", Arrays.copyOf(y, 10));
                Table rest = whole.slice(10, 2990)) {
            GroupByRequest request =
                    GroupByRequest.of(whole.schema(), List.of(), corr("x", "y").as("r"));
            try (StreamingGroupBy once = StreamingGroupBy.open(request, context);
                    StreamingGroupBy split = StreamingGroupBy.open(request, context);
                    StreamingGroupBy second = StreamingGroupBy.open(request, context)) {
                once.add(whole);
                split.add(parts);
                second.add(rest);
                split.merge(second);
                try (Table expected = once.finalizeResult();
                        Table actual = split.finalizeResult()) {
                    assertThat((Double) actual.column("r").get(0))
                            .isCloseTo((Double) expected.column("r").get(0), withinPercentage(PERCENT));
                }
            }
        }
    }
}
