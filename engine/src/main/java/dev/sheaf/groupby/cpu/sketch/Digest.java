package dev.sheaf.groupby.cpu.sketch;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// Centroids of one t-digest at a time: means that rise, each with how many values it stands for.
///
/// Neighbours are joined as long as the joint centroid covers at most one unit of the scale function
/// `k(q) = compression / 2pi * asin(2q - 1)`: centroids are small near both ends and large in the middle, and
/// there are at most `compression + 1` of them, and one more for each infinity and NaN, which are never joined
/// with anything else.
///
/// @see <a href="https://arxiv.org/abs/1902.04023">T. Dunning, O. Ertl, Computing extremely accurate quantiles
///     using t-digests, 2019, algorithm 1 (merging)</a>
public final class Digest {
    private static final int UNJOINABLE = 4;

    // Of the angle that a centroid covers at most.
    private final double sine;
    private final double cosine;

    private double[] means = new double[16];
    private long[] weights = new long[16];
    private int size;

    // Those that are merged next. All loops run over arrays: they are compiled in a third of the time that loops over
    // segments take.
    private double[] otherMeans = new double[16];
    private long[] otherWeights = new long[16];

    public Digest(int compression) {
        this.sine = Math.sin(2 * Math.PI / compression);
        this.cosine = Math.cos(2 * Math.PI / compression);
    }

    /// The fields of a digest as a value and as the state of a group.
    public static List<Field> fields() {
        return List.of(
                new Field("means", new DataType.ListType(DataType.FLOAT64)),
                new Field("weights", new DataType.ListType(DataType.INT64)),
                new Field("min", DataType.FLOAT64),
                new Field("max", DataType.FLOAT64));
    }

    /// The most centroids that [#compress] leaves.
    public static int mostCentroids(int compression) {
        return compression + 1 + UNJOINABLE;
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public double mean(int index) {
        return means[index];
    }

    public long weight(int index) {
        return weights[index];
    }

    /// Adds a centroid; those added have to rise.
    public void add(double mean, long weight) {
        if (size == means.length) {
            means = Arrays.copyOf(means, 2 * size);
            weights = Arrays.copyOf(weights, 2 * size);
        }
        means[size] = mean;
        weights[size] = weight;
        size++;
    }

    /// Takes over the entries of a group, each the bits of a mean and its weight: `sorted` centroids that rise, then
    /// single values up to `count`, which are sorted here.
    public void read(long[] entries, int sorted, int count) {
        size = sorted;
        makeRoom(count - sorted);
        for (int i = 0; i < sorted; i++) {
            means[i] = Double.longBitsToDouble(entries[2 * i]);
            weights[i] = entries[2 * i + 1];
        }
        for (int i = sorted; i < count; i++) {
            otherMeans[i - sorted] = Double.longBitsToDouble(entries[2 * i]);
        }
        Arrays.sort(otherMeans, 0, count - sorted);
        Arrays.fill(otherWeights, 0, count - sorted, 1);
        mergeOthers(count - sorted);
    }

    /// Writes the centroids as [#read] takes them, all of them sorted.
    public void write(long[] entries) {
        for (int i = 0; i < size; i++) {
            entries[2 * i] = Double.doubleToRawLongBits(means[i]);
            entries[2 * i + 1] = weights[i];
        }
    }

    /// Adds `count` centroids that rise, at the places of their order: from value `mean` and value `weight` of two
    /// columns on.
    public void merge(MemorySegment allMeans, long mean, MemorySegment allWeights, long weight, int count) {
        makeRoom(count);
        MemorySegment.copy(allMeans, ValueLayout.JAVA_DOUBLE, mean * Double.BYTES, otherMeans, 0, count);
        MemorySegment.copy(allWeights, ValueLayout.JAVA_LONG, weight * Long.BYTES, otherWeights, 0, count);
        mergeOthers(count);
    }

    /// Makes room for `count` centroids more, and for them before they are merged.
    private void makeRoom(int count) {
        if (size + count > means.length) {
            means = Arrays.copyOf(means, 2 * (size + count));
            weights = Arrays.copyOf(weights, means.length);
        }
        if (count > otherMeans.length) {
            otherMeans = new double[means.length];
            otherWeights = new long[means.length];
        }
    }

    /// From the last place to the first, so that no centroid is overwritten before it has moved.
    private void mergeOthers(int count) {
        int own = size - 1;
        int other = count - 1;
        for (int to = size + count - 1; other >= 0; to--) {
            boolean isOwn = own >= 0 && Double.compare(otherMeans[other], means[own]) < 0;
            means[to] = isOwn ? means[own] : otherMeans[other];
            weights[to] = isOwn ? weights[own--] : otherWeights[other--];
        }
        size += count;
    }

    /// Copies the centroids to values `start` and following of two buffers.
    public void copyTo(MemorySegment allMeans, MemorySegment allWeights, long start) {
        MemorySegment.copy(means, 0, allMeans, ValueLayout.JAVA_DOUBLE, start * Double.BYTES, size);
        MemorySegment.copy(weights, 0, allWeights, ValueLayout.JAVA_LONG, start * Long.BYTES, size);
    }

    /// Joins neighbours.
    public void compress() {
        double total = total();
        long before = 0;
        long limit = limit(0, total);
        int kept = 0;
        for (int i = 1; i < size; i++) {
            long end = before + weights[kept] + weights[i];
            if (end <= limit && isJoinable(means[kept], means[i])) {
                weights[kept] += weights[i];
                means[kept] += means[kept] == means[i] ? 0 : (means[i] - means[kept]) * weights[i] / weights[kept];
            } else {
                before += weights[kept];
                limit = limit(before, total);
                kept++;
                means[kept] = means[i];
                weights[kept] = weights[i];
            }
        }
        size = Math.min(size, kept + 1);
    }

    private double total() {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += weights[i];
        }
        return total;
    }

    private static boolean isJoinable(double a, double b) {
        return (Double.isFinite(a) && Double.isFinite(b)) || Double.compare(a, b) == 0;
    }

    /// Where a centroid that starts behind `before` values has to end: the sine of the sum of two angles, whose own
    /// sines and cosines are known.
    private long limit(long before, double total) {
        double start = 2 * (before / total) - 1;
        if (start >= cosine) {
            return Long.MAX_VALUE;
        }
        double end = start * cosine + Math.sqrt(1 - start * start) * sine;
        return (long) (total * (end + 1) / 2);
    }

    /// The quantile `q` between the least and the greatest value, which are those of 0 and 1 whatever the centroids:
    /// of merged digests the first one need not hold the least value. Linear between the middles of centroids,
    /// which is exact as long as each stands for one value.
    public double quantile(double q, double least, double greatest) {
        double last = total() - 1;
        double rank = q * last;
        if (rank <= 0 || rank >= last) {
            return rank <= 0 ? least : greatest;
        }
        double rankBelow = 0;
        double below = least;
        double before = 0;
        for (int i = 0; i < size; i++) {
            double middle = before + (weights[i] - 1) / 2.0;
            if (rank <= middle) {
                return between(below, means[i], rankBelow, middle, rank);
            }
            rankBelow = middle;
            below = means[i];
            before += weights[i];
        }
        return between(below, greatest, rankBelow, last, rank);
    }

    /// As exact quantiles: between an infinity and a number lies the infinity, and no gap of numbers is too wide.
    private static double between(double low, double high, double rankLow, double rankHigh, double rank) {
        if (rank >= rankHigh || low == high) {
            return high;
        }
        if (rank <= rankLow) {
            return low;
        }
        double share = (rank - rankLow) / (rankHigh - rankLow);
        double gap = high - low;
        return Double.isInfinite(gap) ? low * (1 - share) + high * share : low + gap * share;
    }
}
