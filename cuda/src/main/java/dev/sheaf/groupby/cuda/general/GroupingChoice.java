package dev.sheaf.groupby.cuda.general;

/// How the general strategy groups, chosen from numbers alone.
///
/// @param why what `explain` says
record GroupingChoice(Way way, String why) {
    /// Hash table; keys in order, as they come; sorted.
    enum Way {
        TICKET,
        PRESORTED,
        SORTED
    }

    /// A slot, and the key that it leads to.
    private static final int SLOT_BYTES = 2 * Long.BYTES;

    /// Seconds a row on an H200 (`GroupingBenchmark`) to find a slot, in the second-level cache and out of it, and to
    /// sort by one byte.
    private static final double CACHED_PROBE = 0.1e-9;

    private static final double PROBE = 0.25e-9;
    private static final double PASS = 0.25e-9;

    /// What was seen of the first chunk.
    ///
    /// @param isWhole whether it is the only one
    /// @param keyBytes of a key
    /// @param varyingBytes in which keys differ
    /// @param groups about how many there are
    /// @param cacheBytes of the device's second-level cache
    record Evidence(
            boolean isInOrder,
            boolean isWhole,
            int rows,
            int keyBytes,
            int varyingBytes,
            long groups,
            long cacheBytes) {}

    /// The way for rows like these. Sorting a chunk and merging it with what is known takes longer than hashing it
    /// whenever there are several (Karnagel, Mueller, Lohman, section 5.2), so only a whole input is sorted.
    static GroupingChoice of(Evidence seen) {
        if (seen.isInOrder()) {
            return new GroupingChoice(Way.PRESORTED, "keys come in order");
        }
        double hashing = hashing(seen);
        double sorting = seen.rows() * PASS * seen.varyingBytes();
        boolean sorts = seen.isWhole() && sorting < hashing;
        String about = "about " + seen.groups() + " groups, keys that differ in " + seen.varyingBytes() + " bytes";
        return sorts
                ? new GroupingChoice(Way.SORTED, "keys sorted: " + about)
                : new GroupingChoice(Way.TICKET, "keys hashed: " + about);
    }

    /// A table that is less than half full lies in the cache, or each probe and each key comes from memory.
    private static double hashing(Evidence seen) {
        long bytes = seen.groups() * 2 * (SLOT_BYTES + seen.keyBytes());
        return seen.rows() * (bytes <= seen.cacheBytes() ? CACHED_PROBE : PROBE);
    }
}
