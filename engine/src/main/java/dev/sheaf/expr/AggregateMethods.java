package dev.sheaf.expr;

import dev.sheaf.expr.Aggregation.Interpolation;

/// The aggregations of one argument as methods of it: `col("price").mean()` is `mean("price")`, and
/// `col("price").times(col("units")).sum()` a sum of products. What each gives stands at the factory of its
/// name in [Expressions].
public sealed interface AggregateMethods permits Expr {

    private Expr aggregate(Aggregation aggregation) {
        return Expressions.aggregate(aggregation, ((Expr) this).unaliased());
    }

    /// The sum.
    default Expr sum() {
        return aggregate(new Aggregation.Sum());
    }

    /// The product.
    default Expr product() {
        return aggregate(new Aggregation.Product());
    }

    /// The least value.
    default Expr min() {
        return aggregate(new Aggregation.Min());
    }

    /// The greatest value.
    default Expr max() {
        return aggregate(new Aggregation.Max());
    }

    /// The arithmetic mean.
    default Expr mean() {
        return aggregate(new Aggregation.Mean());
    }

    /// The number of rows in which this is not null.
    default Expr count() {
        return aggregate(new Aggregation.CountValid());
    }

    /// The sample variance.
    default Expr variance() {
        return variance(1);
    }

    /// The variance with `ddof` degrees of freedom taken off: 1 for a sample, 0 for a population.
    default Expr variance(int ddof) {
        return aggregate(new Aggregation.Variance(ddof));
    }

    /// The sample standard deviation.
    default Expr std() {
        return std(1);
    }

    /// The standard deviation with `ddof` degrees of freedom taken off.
    default Expr std(int ddof) {
        return aggregate(new Aggregation.Std(ddof));
    }

    /// The median.
    default Expr median() {
        return aggregate(new Aggregation.Median());
    }

    /// The quantile `q`, interpolated linearly.
    default Expr quantile(double q) {
        return quantile(q, Interpolation.LINEAR);
    }

    /// The quantile `q`, interpolated as said.
    default Expr quantile(double q, Interpolation interpolation) {
        return aggregate(new Aggregation.Quantile(q, interpolation));
    }

    /// The number of distinct values, nulls left out.
    default Expr nunique() {
        return aggregate(new Aggregation.NUnique(false));
    }

    /// The value of the first row.
    default Expr first() {
        return aggregate(new Aggregation.First(false));
    }

    /// The value of the last row.
    default Expr last() {
        return aggregate(new Aggregation.Last(false));
    }

    /// The value of row `n` of the group from 0 on; -1 is the last row.
    default Expr nth(int n) {
        return aggregate(new Aggregation.Nth(n, false));
    }

    /// The value that occurs most often.
    default Expr mode() {
        return aggregate(new Aggregation.Mode());
    }

    /// How often each value occurs: a list of structs of `value` and `count` in the order of the values.
    default Expr valueCounts() {
        return aggregate(new Aggregation.ValueCounts(false));
    }

    /// The entropy of the values in bits.
    default Expr entropy() {
        return aggregate(new Aggregation.Entropy());
    }

    /// The median of the distances from the median.
    default Expr mad() {
        return aggregate(new Aggregation.MedianDeviation());
    }

    /// The skewness that the values estimate; null of fewer than 3.
    default Expr skewness() {
        return aggregate(new Aggregation.Skewness());
    }

    /// The kurtosis above 3 that the values estimate; null of fewer than 4.
    default Expr kurtosis() {
        return aggregate(new Aggregation.Kurtosis(true));
    }

    /// Whether this bool is true in any row.
    default Expr any() {
        return aggregate(new Aggregation.Any());
    }

    /// Whether this bool is true in all rows.
    default Expr all() {
        return aggregate(new Aggregation.All());
    }

    /// The `k` greatest values, as a list in falling order.
    default Expr topK(int k) {
        return aggregate(new Aggregation.TopK(k, true));
    }

    /// The `k` least values, as a list in rising order.
    default Expr bottomK(int k) {
        return aggregate(new Aggregation.TopK(k, false));
    }

    /// All values, nulls included, as a list in row order.
    default Expr collectList() {
        return aggregate(new Aggregation.CollectList(false));
    }

    /// The distinct values, null included, as a list in the order of their first rows.
    default Expr collectSet() {
        return aggregate(new Aggregation.CollectSet(false));
    }

    /// The value, null or not, in the row in which `by` is least.
    default Expr minBy(Object by) {
        return Expressions.minBy(((Expr) this).unaliased(), by);
    }

    /// The value, null or not, in the row in which `by` is greatest.
    default Expr maxBy(Object by) {
        return Expressions.maxBy(((Expr) this).unaliased(), by);
    }
}
