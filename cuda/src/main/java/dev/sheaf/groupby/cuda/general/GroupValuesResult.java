package dev.sheaf.groupby.cuda.general;

import dev.sheaf.expr.Aggregation.Interpolation;

/// What is made of the members of each group, which are sorted by a key.
sealed interface GroupValuesResult {

    /// Whether members without a value are members.
    boolean nullsToo();

    /// The value below which a share lies, as a double.
    record Quantile(double q, Interpolation interpolation) implements GroupValuesResult {
        @Override
        public boolean nullsToo() {
            return false;
        }
    }

    /// The value of one member, counted from the first ordinal from 0, or from the last one from -1.
    record Nth(int n, boolean skipNulls) implements GroupValuesResult {
        @Override
        public boolean nullsToo() {
            return !skipNulls;
        }
    }

    /// A list: the first `most` members, or the last ones in reverse order.
    ///
    /// @param byValue in the order of values, else of ordinals
    record Listed(int most, boolean fromEnd, boolean byValue, boolean nullsToo) implements GroupValuesResult {
        /// The first or last `k` values, best first.
        static Listed top(int k, boolean greatest) {
            return new Listed(k, greatest, true, false);
        }

        /// All values in the order of their ordinals.
        static Listed collected(boolean skipNulls) {
            return new Listed(Integer.MAX_VALUE, false, false, !skipNulls);
        }
    }
}
