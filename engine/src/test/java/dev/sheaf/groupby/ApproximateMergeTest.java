package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Approximations over more rows than they keep one by one, put together by random trees of merges, stay within the
/// error that they state.
@ExtendWith(PoolCheck.class)
class ApproximateMergeTest {
    private static final int CASES = 40;
    private static final int COMPRESSION = 200;
    private static final double[] QUANTILES = {0.001, 0.05, 0.5, 0.9, 0.999};

    @Test
    void quantilesOfAnyTreeOfMergesStayWithinTheirError(MemoryPool pool) {
        RandomCases.run(CASES, random -> {
            double[] values = values(random, random.nextInt(1000, 8000));
            QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
            try (Table table = Table.of("v", values);
                    PartialState state = tree(request(table), table, random, context);
                    Table result = state.finalizeResult(context)) {
                Arrays.sort(values);
                for (double q : QUANTILES) {
                    check(values, q, result.doubles("q" + q)[0]);
                }
            }
        });
    }

    private static GroupByRequest request(Table table) {
        return GroupByRequest.of(
                table.schema(),
                List.of(),
                Arrays.stream(QUANTILES)
                        .mapToObj(q -> Expressions.approxQuantile("v", q).as("q" + q))
                        .toArray(dev.sheaf.expr.Expr[]::new));
    }

    private static double[] values(SplittableRandom random, int rows) {
        int shape = random.nextInt(3);
        return random.doubles(rows)
                .map(u -> switch (shape) {
                    case 0 -> u;
                    case 1 -> -Math.log(1 - u);
                    default -> Math.tan(Math.PI * (u - 0.5));
                })
                .toArray();
    }

    private static PartialState tree(
            GroupByRequest request, Table rows, SplittableRandom random, QueryContext context) {
        if (rows.rowCount() < 100 || random.nextInt(6) == 0) {
            return PartialState.of(request, rows, context);
        }
        long middle = random.nextLong(1, rows.rowCount());
        try (Table first = rows.slice(0, middle);
                Table second = rows.slice(middle, rows.rowCount() - middle);
                PartialState left = tree(request, first, random, context);
                PartialState right = tree(request, second, random, context)) {
            return PartialState.merge(left, right, context);
        }
    }

    private static void check(double[] sorted, double q, double found) {
        double unit = Math.PI / COMPRESSION;
        double error = 4 * unit * Math.sqrt(q * (1 - q)) + 2 * unit * unit + 1.0 / sorted.length;
        double below = Arrays.stream(sorted).filter(value -> value < found).count() / (double) sorted.length;
        double upTo = Arrays.stream(sorted).filter(value -> value <= found).count() / (double) sorted.length;
        assertThat(q).isBetween(below - error, upTo + error);
    }
}
