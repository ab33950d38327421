package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.*;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import java.util.List;
import java.util.Map;

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
