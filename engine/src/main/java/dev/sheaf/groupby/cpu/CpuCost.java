package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;

/// About how long a request takes on the CPU, to compare it with other backends: nanoseconds a row and thread,
/// fitted to the ten questions in PERFORMANCE.md of 10 million rows on two threads. How many groups there are
/// is not known before, so these are moderately many.
final class CpuCost {
    private static final double ROW = 3;
    private static final double FIXED_KEY = 1;
    private static final double TEXT_KEY = 5;
    private static final double STATE = 3;

    /// A median or another aggregate that needs the members of its group.
    private static final double MEMBERS = 20;

    /// A condition, or an expression that is no column.
    private static final double EXPRESSION = 1;

    /// What a thread costs before it works at its pace: waking it, its first slabs, code that is not compiled
    /// yet. On an H200 host, 0.1 to 1 million rows took 9 to 20 ms on 16 threads in a process of few queries,
    /// 10 million 8 to 11 (benchmarks/results/nvidia-h200/endtoend-1.json and -2.json); a process of many is
    /// faster.
    private static final double THREAD_SECONDS = 0.25e-3;

    /// A thread takes so many at a time.
    private static final double MORSEL_ROWS = 1 << 16;

    private CpuCost() {}

    /// The estimate.
    static double seconds(GroupByRequest request, long rows, int threads) {
        double nanos = ROW + (request.filter().isPresent() ? EXPRESSION : 0);
        for (Expr key : request.keys()) {
            nanos += key(key, request);
        }
        for (Expr aggregate : request.aggregates()) {
            nanos += aggregate.unaliased() instanceof Expr.Aggregate asked ? state(asked) : STATE;
        }
        double started = Math.min(threads, Math.ceil(rows / MORSEL_ROWS));
        return started * THREAD_SECONDS + rows * nanos / 1e9 / threads;
    }

    private static double key(Expr key, GroupByRequest request) {
        if (!(key.unaliased() instanceof Expr.ColumnRef(String name))) {
            return FIXED_KEY + EXPRESSION;
        }
        DataType type = request.input().field(name).type();
        return type.layout() == Layout.VARIABLE ? TEXT_KEY : FIXED_KEY;
    }

    private static double state(Expr.Aggregate asked) {
        boolean needsMembers = asked.distinct()
                || switch (asked.aggregation()) {
                    case Aggregation.Median _, Aggregation.Quantile _, Aggregation.NUnique _ -> true;
                    case Aggregation.CollectList _, Aggregation.CollectSet _, Aggregation.Mode _ -> true;
                    case Aggregation.TopK _, Aggregation.DiscreteQuantile _, Aggregation.Join _ -> true;
                    case Aggregation.ValueCounts _, Aggregation.Entropy _, Aggregation.MedianDeviation _ -> true;
                    case Aggregation.Skewness _, Aggregation.Kurtosis _, Aggregation.Spearman _ -> true;
                    case Aggregation.Merge _ -> true;
                    case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.Sum _ -> false;
                    case Aggregation.Product _, Aggregation.Min _, Aggregation.Max _ -> false;
                    case Aggregation.Mean _, Aggregation.Variance _, Aggregation.Std _ -> false;
                    case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin _ -> false;
                    case Aggregation.ArgMax _, Aggregation.Covariance _, Aggregation.Correlation _ -> false;
                    case Aggregation.SumOfSquares _, Aggregation.M2 _, Aggregation.Any _ -> false;
                    case Aggregation.All _, Aggregation.Bitwise _, Aggregation.MinBy _ -> false;
                    case Aggregation.MaxBy _, Aggregation.Nth _, Aggregation.Histogram _ -> false;
                    case Aggregation.ApproxNUnique _, Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> false;
                };
        return needsMembers ? MEMBERS : STATE;
    }
}
