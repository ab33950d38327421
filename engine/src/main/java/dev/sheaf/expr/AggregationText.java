package dev.sheaf.expr;

import java.util.List;
import java.util.Locale;

/// Aggregations the way SQL writes them.
final class AggregationText {
    private AggregationText() {}

    /// The name of an aggregation in SQL.
    static String name(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> "count";
            case Aggregation.Variance(int ddof) -> ddof == 0 ? "var_pop" : "var_samp";
            case Aggregation.Std(int ddof) -> ddof == 0 ? "stddev_pop" : "stddev_samp";
            case Aggregation.Covariance(int ddof) -> ddof == 0 ? "covar_pop" : "covar_samp";
            case Aggregation.Correlation() -> "corr";
            case Aggregation.CollectList _ -> "list";
            case Aggregation.CollectSet _ -> "collect_set";
            case Aggregation.DiscreteQuantile _ -> "quantile_disc";
            case Aggregation.Join _ -> "string_agg";
            case Aggregation.SumOfSquares() -> "sum_of_squares";
            case Aggregation.Any() -> "bool_or";
            case Aggregation.All() -> "bool_and";
            case Aggregation.Bitwise(var operation) -> "bit_" + operation.name().toLowerCase(Locale.ROOT);
            case Aggregation.MinBy _ -> "min_by";
            case Aggregation.MaxBy _ -> "max_by";
            case Aggregation.ValueCounts _ -> "histogram";
            case Aggregation.Merge(Aggregation of) -> "merge_" + name(of);
            case Aggregation.MedianDeviation() -> "mad";
            case Aggregation.Kurtosis(boolean sample) -> sample ? "kurtosis" : "kurtosis_pop";
            case Aggregation.ApproxNUnique _ -> "approx_count_distinct";
            case Aggregation.ApproxQuantile _ -> "approx_quantile";
            case Aggregation.Nth _ -> "nth_value";
            case Aggregation.TopK(int _, boolean greatest) -> greatest ? "top_k" : "bottom_k";
            default -> aggregation.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        };
    }

    /// What SQL writes behind the arguments, commas first.
    static String parameters(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Quantile(double q, var _) -> ", " + q;
            case Aggregation.ApproxQuantile(double q, int _) -> ", " + q;
            case Aggregation.DiscreteQuantile(double q, boolean falling) ->
                ", " + q + (falling ? " from the greatest" : "");
            case Aggregation.Join(String separator) -> ", '" + separator + "'";
            case Aggregation.TopK(int k, boolean _) -> ", " + k;
            case Aggregation.Nth(int n, boolean _) -> ", " + n;
            case Aggregation.Histogram(List<Double> edges) -> ", " + edges;
            default -> "";
        };
    }
}
