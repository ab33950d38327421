package dev.sheaf.groupby.cpu.group;

import dev.sheaf.groupby.cpu.chunk.Explanation;
import java.util.List;

/// How a grouper finds the group of a key now; it may change as keys come.
public interface KeyLookup {
    /// Ways to find a group, by what they cost.
    enum Kind {
        /// Keys index a table, whose size then has a bound: such a table is worth keeping however large.
        INDEX,
        /// Keys are looked up in a hash table, which takes slots and keys of the caches besides states.
        HASH,
        /// Texts are looked up in a table of texts.
        TEXTS
    }

    Kind lookup();

    /// How keys are looked up, and why not otherwise; `names` are those of the keys.
    Explanation explain(List<String> names);
}
