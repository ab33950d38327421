package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.reduce.ExactReduction.Term;
import java.util.List;
import java.util.Optional;

/// What an aggregate is computed from whose last bits would tell the order of rows: sums that are exact, and how
/// they are finished.
record ExactOutputs(Finalizer finalizer, List<Term> terms) {

    /// Empty if the order of rows is never seen.
    static Optional<ExactOutputs> of(Aggregation kind, AggregateReductions arguments) {
        return switch (kind) {
            case Aggregation.Sum() -> arguments.type().isFloating() ? of(ExactResults.sum(), Term.X) : Optional.empty();
            case Aggregation.Mean() ->
                arguments.type().isFloating() ? of(ExactResults.mean(), Term.X) : Optional.empty();
            case Aggregation.SumOfSquares() ->
                arguments.hasWholeSquares() ? Optional.empty() : of(ExactResults.sumOfSquares(), Term.XX);
            case Aggregation.M2() -> of(ExactResults.m2(), Term.X, Term.XX);
            case Aggregation.Variance(int ddof) -> of(ExactResults.variance(ddof), Term.X, Term.XX);
            case Aggregation.Std(int ddof) -> of(ExactResults.deviation(ddof), Term.X, Term.XX);
            case Aggregation.Covariance(int ddof) -> of(ExactResults.covariance(ddof), Term.X, Term.Y, Term.XY);
            case Aggregation.Correlation() -> of(ExactResults.correlation(), Term.values());
            case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.Product _ -> Optional.empty();
            case Aggregation.Min _, Aggregation.Max _, Aggregation.Median _ -> Optional.empty();
            case Aggregation.Quantile _, Aggregation.DiscreteQuantile _, Aggregation.NUnique _ -> Optional.empty();
            case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin _ -> Optional.empty();
            case Aggregation.ArgMax _, Aggregation.TopK _, Aggregation.CollectList _ -> Optional.empty();
            case Aggregation.Join _, Aggregation.Any _, Aggregation.All _ -> Optional.empty();
            case Aggregation.Bitwise _, Aggregation.MinBy _, Aggregation.MaxBy _ -> Optional.empty();
            case Aggregation.Nth _, Aggregation.CollectSet _, Aggregation.Mode _ -> Optional.empty();
            case Aggregation.Histogram _, Aggregation.ApproxNUnique _, Aggregation.TDigest _ -> Optional.empty();
            case Aggregation.ApproxQuantile _ -> Optional.empty();
            case Aggregation.ValueCounts _, Aggregation.Entropy _, Aggregation.MedianDeviation _ -> Optional.empty();
            case Aggregation.Skewness _, Aggregation.Kurtosis _, Aggregation.Spearman _ -> Optional.empty();
            case Aggregation.Merge _ -> Optional.empty();
        };
    }

    private static Optional<ExactOutputs> of(Finalizer finalizer, Term... terms) {
        return Optional.of(new ExactOutputs(finalizer, List.of(terms)));
    }
}
