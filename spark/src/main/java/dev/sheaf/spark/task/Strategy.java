package dev.sheaf.spark.task;

import dev.sheaf.query.Decision;
import java.util.Arrays;

/// How a task finds the group of a row, as the engine decides by the keys that it meets.
enum Strategy {
    ONE_GROUP("one group", "cpu: one group"),
    DIRECT_INDEX("direct index", "cpu: direct index"),
    HASH_TABLE("hash table", "cpu: hash table"),
    DICTIONARY_CODES("dictionary codes", "cpu: dictionary codes"),
    TEXT_INDEX("text index", "cpu: text index"),
    TEXT_TABLE("text table", "cpu: text table"),
    ON_DISK("groups on disk", "cpu: spilled"),
    GPU("GPU", "cuda");

    private final String words;
    private final String start;

    /// @param start how the engine's words for it begin
    Strategy(String words, String start) {
        this.words = words;
        this.start = start;
    }

    String words() {
        return words;
    }

    boolean isIn(long bits) {
        return (bits & bit()) != 0;
    }

    private long bit() {
        return 1L << ordinal();
    }

    /// The bit of the strategy that the engine decided on; 0 for one that has no name here.
    static long bit(Decision decision) {
        return Arrays.stream(values())
                .filter(strategy -> decision.choice().startsWith(strategy.start))
                .mapToLong(Strategy::bit)
                .sum();
    }
}
