package dev.sheaf.plan.physical.join;

/// Where the heads of numbers lie in a [DenseIndex], by their distance from the least one.
sealed interface NumberPlaces permits NumberPlaces.Every, RankedPlaces {
    /// Of a number that is not there.
    long NOWHERE = -1;

    /// How many places there are.
    long size();

    /// Makes distances, which may have overflowed, places or [#NOWHERE].
    void place(long[] distances, int count);

    /// A place for every number of a range.
    record Every(long size) implements NumberPlaces {
        @Override
        public void place(long[] distances, int count) {
            for (int i = 0; i < count; i++) {
                distances[i] = distances[i] >= 0 & distances[i] < size ? distances[i] : NOWHERE;
            }
        }
    }
}
