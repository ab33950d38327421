package dev.sheaf.testing.groupby;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cpu.CpuBackend;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `Sums.REPRODUCIBLE`: the nearest doubles, and the same bits however rows are split.
@ExtendWith(PoolCheck.class)
class ReproducibleSumsTest {
    /// Digits in which a sum of squares of any doubles and its quotient are exact but for the last of them.
    private static final MathContext WIDE = new MathContext(3000);

    private static final GroupByOptions OPTIONS = GroupByOptions.DEFAULT
            .with(NullKeys.INCLUDE)
            .with(Order.FIRST_APPEARANCE)
            .with(Sums.REPRODUCIBLE);

    private static final List<Variant> VARIANTS = List.of(
            Variant.of("whole", 1, Map.of()),
            Variant.of("two threads", 2, Map.of("cpu.chunk.rows", "7")),
            Variant.of(
                    "small tables",
                    1,
                    Map.of("cpu.table.checkFromGroups", "3", "cpu.partitions", "4", "cpu.chunk.rows", "5")),
            Variant.of("merged by partition", 4, Map.of("cpu.merge.partitionFromGroups", "1", "cpu.partitions", "8")));

    private static GroupByRequest request(Sample rows) {
        List<Expr> aggregates = List.of(
                sum("x").as("sum"),
                mean("x").as("mean"),
                sumOfSquares("x").as("squares"),
                m2("x").as("m2"),
                variance("x").as("var"),
                std("x").as("std"),
                sum("f").as("fsum"),
                mean("f").as("fmean"),
                variance("i").as("ivar"),
                covariance("x", "f").as("cov"),
                corr("x", "i").as("corr"));
        return new GroupByRequest(rows.schema(), Optional.empty(), List.of(col("k")), aggregates, OPTIONS);
    }

    @Test
    void bitsDoNotDependOnThreadsMorselsSplitsAndMerges(MemoryPool pool) {
        RandomCases.run(40, random -> {
            Sample rows = rows(random, random.nextInt(1, 200));
            GroupByRequest request = request(rows);
            Sample expected = run(request, Piece.whole(rows), VARIANTS.getFirst(), pool);
            for (Variant variant : VARIANTS) {
                List<Piece> pieces = Piece.split(rows, 1 + random.nextInt(50));
                assertSameBits(expected, run(request, pieces, variant, pool));
            }
            assertSameBits(expected, merged(request, rows, random, pool));
        });
    }

    private static void assertSameBits(Sample expected, Sample actual) {
        Tables.assertSame(expected, actual, Comparison.ORDERED);
    }

    @Test
    void resultsAreTheNearestDoubles(MemoryPool pool) {
        RandomCases.run(60, random -> {
            Sample rows = rows(random, random.nextInt(1, 60));
            Sample result = run(request(rows), Piece.whole(rows), VARIANTS.get(2), pool);
            for (int group = 0; group < result.rowCount(); group++) {
                List<Object> row = new ArrayList<>(result.row(group));
                List<BigDecimal> xs = values(rows, row.getFirst(), 1);
                check(xs, row.get(1), row.get(2), row.get(5));
                check(values(rows, row.getFirst(), 2), row.get(7), row.get(8), null);
                check(values(rows, row.getFirst(), 3), null, null, row.get(9));
            }
        });
    }

    private static void check(List<BigDecimal> values, Object sum, Object mean, Object variance) {
        BigDecimal exact = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal n = BigDecimal.valueOf(values.size());
        if (sum != null) {
            assertThat(sum).isEqualTo(exact.doubleValue() + 0.0);
        }
        if (mean != null) {
            assertThat(mean).isEqualTo(exact.divide(n, WIDE).doubleValue() + 0.0);
        }
        if (variance != null) {
            BigDecimal squares = values.stream().map(value -> value.pow(2)).reduce(BigDecimal.ZERO, BigDecimal::add);
            BigDecimal m2 = n.multiply(squares).subtract(exact.pow(2));
            BigDecimal divisor = n.multiply(n.subtract(BigDecimal.ONE));
            assertThat(variance).isEqualTo(m2.divide(divisor, WIDE).doubleValue() + 0.0);
        }
    }

    private static List<BigDecimal> values(Sample rows, Object key, int column) {
        List<BigDecimal> values = new ArrayList<>();
        for (int i = 0; i < rows.rowCount(); i++) {
            Object value = rows.row(i).get(column);
            if (Objects.equals(rows.row(i).getFirst(), key) && value != null) {
                values.add(ReferenceOrder.exact(value));
            }
        }
        return values;
    }

    /// Values that cancel, subnormal ones, and ones near the end of the range among moderate ones.
    private static Sample rows(SplittableRandom random, int count) {
        Tables.Rows rows = Tables.of("k:int32", "x:float64", "f:float32", "i:int64");
        int groups = 1 + random.nextInt(12);
        int scales = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            double value = scales == 0 ? random.nextDouble(-100, 100) : nasty(random, scales == 2);
            float narrow = (float) random.nextDouble(-1e3, 1e3);
            Object integer = random.nextInt(9) == 0 ? null : random.nextLong(-1L << 40, 1L << 40);
            int key = random.nextInt(groups);
            rows.row(key, random.nextInt(9) == 0 ? null : value, random.nextInt(9) == 0 ? null : narrow, integer);
            if (random.nextInt(3) == 0) {
                rows.row(key, -value, -narrow, integer);
            }
        }
        return rows.sample();
    }

    private static double nasty(SplittableRandom random, boolean extreme) {
        return switch (random.nextInt(extreme ? 5 : 3)) {
            case 0 -> random.nextGaussian();
            case 1 -> random.nextGaussian() * 1e40;
            case 2 -> random.nextInt(1000) * 1e-30;
            case 3 -> random.nextLong(1L << 40) * Double.MIN_VALUE;
            default -> random.nextDouble(-1e308, 1e308);
        };
    }

    private static Sample run(GroupByRequest request, List<Piece> pieces, Variant variant, MemoryPool pool) {
        return GroupByRun.execute(new CpuBackend(), request, pieces, pool, variant.context(pool));
    }

    /// By streams of batches and merges of their states, the later part first.
    private static Sample merged(GroupByRequest request, Sample rows, SplittableRandom random, MemoryPool pool) {
        QueryContext context = VARIANTS.getFirst().context(pool);
        int cut = random.nextInt(rows.rowCount() + 1);
        try (PartialState first = state(request, rows.withoutRows(cut, rows.rowCount()), context);
                PartialState second = state(request, rows.withoutRows(0, cut), context);
                PartialState both = PartialState.merge(first, second, context);
                Table result = both.finalizeResult(context)) {
            return Sample.of(result);
        }
    }

    private static PartialState state(GroupByRequest request, Sample rows, QueryContext context) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(request, context);
                Table table = rows.build(context.pool())) {
            stream.add(table);
            return stream.state();
        }
    }
}
