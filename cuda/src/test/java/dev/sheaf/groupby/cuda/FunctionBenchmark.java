package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.*;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Finisher;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Each function alone, over 100 million rows on the device, by few groups and by many: how long it takes, by
/// which strategy, and how many times what reading its columns takes. Answers are checked elsewhere.
final class FunctionBenchmark {
    private static final int SAMPLES = 3;
    private static final long[] GROUPS = {100, 1_000_000};

    private record Case(Expr aggregate, int bytes) {}

    private static final List<Case> CASES = List.of(
            new Case(sum("v"), 8),
            new Case(sumOfSquares("v"), 8),
            new Case(product("f"), 12),
            new Case(min("f"), 12),
            new Case(count("v"), 8),
            new Case(mean("v"), 8),
            new Case(variance("v"), 8),
            new Case(std("f"), 12),
            new Case(argMin("v"), 8),
            new Case(argMax("f"), 12),
            new Case(first("v"), 8),
            new Case(last("f"), 12),
            new Case(first("d"), 20),
            new Case(argMin("d"), 20),
            new Case(bitAnd("v"), 8),
            new Case(bitOr("v"), 8),
            new Case(bitXor("v"), 8),
            new Case(minBy("v", "f"), 16),
            new Case(median("v"), 8),
            new Case(quantile("f", 0.9), 12),
            new Case(nunique("v"), 8),
            new Case(nth("v", 3), 8),
            new Case(topK("v", 3), 8),
            new Case(covariance("v", "f"), 16),
            new Case(corr("v", "f"), 16));

    private static final long[] HAVING_GROUPS = {1_000_000, 10_000_000};

    private static final List<Expr> HAVING =
            List.of(argMin("v"), first("d"), median("v"), nunique("v"), covariance("v", "f"));

    private final ResidentQueries queries;

    FunctionBenchmark(ResidentQueries queries) {
        this.queries = queries;
    }

    void measure() {
        for (long groups : GROUPS) {
            try (GpuTable table = table(groups)) {
                CASES.forEach(each -> measure(each, table, groups));
            }
        }
        for (long groups : HAVING_GROUPS) {
            try (GpuTable table = table(groups)) {
                HAVING.forEach(aggregate -> having(aggregate, table, groups));
            }
        }
    }

    /// HAVING that keeps 10 groups, by a kernel before groups leave the device, and by the CPU when all of them have.
    private void having(Expr aggregate, GpuTable table, long groups) {
        GroupByRequest request = table.groupBy("k").request(aggregate.as("a"));
        GroupFinish finish =
                new GroupFinish(Optional.of(col("k").lt(10).and(col("a").isNotNull())), List.of(col("k"), col("a")));
        Map<String, String> settings = Map.of("cuda.strategy", "general");
        String name = "10 of the groups of " + aggregate.outputName() + ", " + groups + ", by ";
        queries.report(
                name + "a kernel",
                queries.time(
                        SAMPLES,
                        settings,
                        context -> result(table, request, finish, context).close()),
                groups,
                Long.BYTES,
                0);
        queries.report(
                name + "the CPU",
                queries.time(SAMPLES, settings, context -> {
                    try (Table all = result(table, request, GroupFinish.NONE, context)) {
                        Finisher.compile(finish, all.schema())
                                .apply(all, context.pool())
                                .close();
                    }
                }),
                groups,
                Long.BYTES,
                0);
    }

    private static Table result(GpuTable table, GroupByRequest request, GroupFinish finish, QueryContext context) {
        try (BatchSource rows = table.scan(Scan.of(request.input().names()), context);
                BatchSource result = new CudaBackend().execute(request, finish, rows, context)) {
            return GpuQuery.collect(result, context);
        }
    }

    private GpuTable table(long groups) {
        return queries.table(
                Key.plain(groups, 31),
                List.of(new Value(1_000_000, false, 32), new Value(1_000_000, true, 33)),
                DataType.decimal(38, 18));
    }

    private void measure(Case each, GpuTable table, long groups) {
        String name = each.aggregate().outputName() + " by int32, " + groups;
        queries.report(name, timing(each, table), groups, each.bytes(), 0);
    }

    /// What a function is refused for is its way, and it took no time.
    private ResidentQueries.Timing timing(Case each, GpuTable table) {
        try {
            return queries.time(table, SAMPLES, Map.of(), each.aggregate());
        } catch (RuntimeException failure) {
            String reason = String.valueOf(failure.getMessage()).replace('"', '\'');
            return new ResidentQueries.Timing(new double[SAMPLES], reason);
        }
    }
}
