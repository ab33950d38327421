package dev.sheaf.plan;

import dev.sheaf.expr.Aggregation;

/// Which aggregations depend on the order of their rows.
public final class RowOrder {
    private RowOrder() {}

    /// Whether the result may be another if the rows come in another order, last bits of floats aside.
    public static boolean decides(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.First _, Aggregation.Last _, Aggregation.CollectList _ -> true;
            case Aggregation.ArgMin(), Aggregation.ArgMax(), Aggregation.MinBy _, Aggregation.MaxBy _ -> true;
            case Aggregation.Nth _, Aggregation.CollectSet _, Aggregation.Mode(), Aggregation.Join _ -> true;
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> false;
            case Aggregation.Sum(), Aggregation.Product(), Aggregation.Min(), Aggregation.Max() -> false;
            case Aggregation.Mean(), Aggregation.Variance _, Aggregation.Std _ -> false;
            case Aggregation.Median(), Aggregation.Quantile _, Aggregation.TopK _ -> false;
            case Aggregation.DiscreteQuantile _ -> false;
            case Aggregation.Covariance _, Aggregation.Correlation() -> false;
            case Aggregation.SumOfSquares(), Aggregation.M2(), Aggregation.Any(), Aggregation.All() -> false;
            case Aggregation.Bitwise _, Aggregation.Histogram _, Aggregation.ApproxNUnique _ -> false;
            case Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> false;
            case Aggregation.ValueCounts _, Aggregation.Entropy(), Aggregation.MedianDeviation() -> false;
            case Aggregation.Skewness(), Aggregation.Kurtosis _, Aggregation.Spearman(), Aggregation.Merge _ -> false;
        };
    }
}
