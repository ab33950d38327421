package dev.sheaf.window;

import dev.sheaf.expr.Aggregation;

/// What is computed for each row from the rows of its run. Sealed: a new function fails to compile where it matters.
public sealed interface RunFunction {

    /// 1, 2, 3, ... also among peers. int64.
    record RowNumber() implements RunFunction {}

    /// The place of a row in the order. int64; float64 for averages and shares.
    ///
    /// `skipNulls` gives rows whose input is null a null and does not count them; these have to be last.
    record Ranked(RankMethod method, Share share, boolean skipNulls) implements RunFunction {}

    /// Which number peers share.
    enum RankMethod {
        /// None, each has its own in input order.
        FIRST,
        AVERAGE,
        MIN,
        MAX,
        /// How many different rows there are so far.
        DENSE
    }

    /// Whether a rank becomes a share.
    enum Share {
        NONE,
        /// Of the number of rows, of the last rank for [RankMethod#DENSE]: 1/n to 1.
        OF_COUNT,
        /// From 0 for the first rank to 1 for the last; 0 in a run of one row.
        FROM_ZERO
    }

    /// The share of the rows that are not behind the row or its peers. float64.
    record CumulativeShare() implements RunFunction {}

    /// The number, from 1, of one of so many parts of the run, whose sizes differ by one at most. int64.
    record Tile(long parts) implements RunFunction {
        public Tile {
            if (parts < 1) {
                throw new IllegalArgumentException("a run is cut into 1 part or more, not " + parts);
            }
        }
    }

    /// The input of the row `distance` before the current one, behind it if negative; the fill value where the run
    /// has none. With `skipNulls` rows whose input is null are not counted.
    record Shifted(long distance, boolean skipNulls) implements RunFunction {}

    /// As [Shifted] by what each row says: `sign` times its steps, int64, which are [RunInput#by]. Null for null steps.
    record ShiftedBy(int sign, boolean skipNulls) implements RunFunction {}

    /// The input of row `n` of the frame, counted from 1, or from its end for `n` below 0; null if it has none.
    record Picked(long n, boolean skipNulls, Frame frame) implements RunFunction {
        public Picked {
            if (n == 0) {
                throw new IllegalArgumentException("rows of a frame are counted from 1, or from -1 at its end, not 0");
            }
        }
    }

    /// As [Picked] by what each row says: its place in the frame from 1, int64, which is [RunInput#by]. Null for null
    /// and for places that are none.
    record PickedBy(boolean skipNulls, Frame frame) implements RunFunction {}

    /// The input, and where it is null the nearest one before (`preceding`) or behind that is not.
    record Filled(boolean preceding) implements RunFunction {}

    /// An aggregation of the frame, of those that [Folds#accepts].
    record Folded(Aggregation aggregation, Frame frame) implements RunFunction {}

    /// The exponentially weighted mean of the inputs so far, `alpha` being the weight of the newest, from 0 to 1.
    /// `adjusted` divides by the sum of the weights; else each mean is `alpha * x + (1 - alpha) * mean`. A null
    /// repeats the mean before it and ages the older inputs. float64.
    record Smoothed(double alpha, boolean adjusted) implements RunFunction {
        public Smoothed {
            if (!(alpha > 0 && alpha <= 1)) {
                throw new IllegalArgumentException("alpha is above 0 and at most 1, not " + alpha);
            }
        }
    }
}
