package dev.sheaf.groupby.cuda.scan;

/// What a look at the keys of some rows, or of all, has found.
///
/// @param rows how many rows were looked at and meet the condition, if there is one
/// @param allRows how many rows there may be that do
/// @param words `WORDS` for each key column, as `sample.cuh` says
/// @param different how many keys were different; `once` and `twice`, how many were seen so often; `most`,
///     how often the most frequent one was
/// @param pairs of how many rows the next one was looked at; `equal`, how many of them have the same key as
///     that
public record KeyFindings(
        long rows,
        long allRows,
        boolean isComplete,
        long[] words,
        long different,
        long once,
        long twice,
        long most,
        long pairs,
        long equal) {
    /// As in `sample.cuh`: words of a key column.
    static final int WORDS = 34;

    /// The same object for the same findings, so that what follows from them is found again.
    public KeyFindings known(Prepared prepared) {
        long[] counts = {rows, allRows, different, once, twice, most, pairs, equal};
        return prepared.of(KeyFindings.class, () -> this, isComplete, counts, words);
    }

    /// How many runs of rows with one key there may be, not far from the most.
    public double runs() {
        double unequal = pairs - equal;
        return pairs == 0 ? allRows : allRows * Math.min((unequal + 3 * Math.sqrt(unequal) + 5) / pairs, 1);
    }

    /// How many groups there are, by how many of the sample were seen once and twice (Chao 1984), with a
    /// margin.
    public long groups() {
        if (isComplete) {
            return different;
        }
        if (once > 0 && twice == 0) {
            return allRows;
        }
        double unseen = once == 0 ? 0 : (double) once * once / (2.0 * twice);
        return (long) Math.min(allRows, (different + unseen) * (once * 50 < different ? 1.0 : MARGIN) + 1);
    }

    public static final double MARGIN = 1.2;

    /// How many times as many rows as expected, and how many standard deviations more, equally frequent
    /// keys hardly have.
    private static final double MOST_TIMES = 1.5;

    private static final double MOST_DEVIATIONS = 6;

    /// Whether keys are not equally frequent: more rows have keys that were seen three times or more often
    /// than of such keys, of which so many were seen once and twice. All keys of a sample may be seen as
    /// often as that.
    public boolean isSkewed() {
        if (once == 0 || twice == 0) {
            return false;
        }
        double mean = 2.0 * twice / once;
        double expected = rows * (1 - Math.exp(-mean) * (1 + mean));
        return rows - once - 2 * twice > MOST_TIMES * expected + MOST_DEVIATIONS * Math.sqrt(expected + 1);
    }

    /// Whether two thirds of all rows, or more, have keys that no other row has, if keys are equally frequent: G
    /// of them give a sample of R rows about R * R / 2 G pairs of equal keys, and leave N * exp(-N / G) of N rows
    /// that are alone.
    public boolean areMostlySingle() {
        return !isComplete && PAIRS_OF_SINGLE * allRows * (rows - different) <= (double) rows * rows;
    }

    private static final double PAIRS_OF_SINGLE = 2 / Math.log(1.5);

    /// How many groups there are at most. Of skewed keys the estimate above has a few of a hundred, but
    /// more rows find new keys ever more slowly: by the power of their number by which the last ones of the
    /// sample did, those seen once, the keys grow at most. For Zipf's law that is not far from what they
    /// do.
    public long mostGroups() {
        if (!isSkewed() || isComplete) {
            return groups();
        }
        double growth = Math.pow((double) allRows / rows, (double) once / different);
        return (long) Math.max(groups(), Math.min(allRows, different * growth));
    }

    /// Which share of the rows have keys that were not seen more than twice (Good 1953: the share of keys that
    /// were not seen at all is that of those seen once).
    public double rare() {
        return isComplete || rows == 0 ? 0 : (double) (once + 2 * twice) / rows;
    }

    /// The same, said of so many rows of which those that were found in are the first `prefix`.
    public KeyFindings among(long prefix, long count) {
        if (prefix == count) {
            return this;
        }
        long more = (long) Math.ceil((double) allRows / prefix * count);
        return new KeyFindings(rows, more, false, words, different, once, twice, most, pairs, equal);
    }

    /// These ranges, of all rows, with the counts of a sample.
    public KeyFindings withCounts(KeyFindings sample) {
        return new KeyFindings(
                sample.rows(),
                sample.allRows(),
                sample.isComplete(),
                words,
                sample.different,
                sample.once,
                sample.twice,
                sample.most,
                sample.pairs,
                sample.equal);
    }
}
