package dev.sheaf.benchmarks.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// The times of Sheaf and of one peer for one question.
///
/// @param bytesRead bytes of the columns that the question reads, 0 if unknown
public record Comparison(String question, Timing sheaf, String peer, Timing peerTiming, long rows, long bytesRead) {

    /// Sheaf's median over the peer's: below 1 where Sheaf is faster.
    public double ratio() {
        return sheaf.medianMillis() / peerTiming.medianMillis();
    }

    /// Sheaf's processor time over the peer's.
    public double cpuRatio() {
        return sheaf.cpuMillis() / peerTiming.cpuMillis();
    }

    /// Rows a second by Sheaf's median.
    public double rowsPerSecond() {
        return rows / sheaf.medianMillis() * 1e3;
    }

    /// Bytes a second by Sheaf's median.
    public double bytesPerSecond() {
        return bytesRead / sheaf.medianMillis() * 1e3;
    }

    /// The geometric mean of a ratio.
    public static double geometricMean(List<Comparison> comparisons, ToDoubleFunction<Comparison> ratio) {
        return Means.geometric(comparisons.stream().mapToDouble(ratio));
    }
}
