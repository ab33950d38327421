package dev.sheaf.groupby.cuda.general;

import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// Dense numbers for keys of 64-bit words, the same from chunk to chunk: the grouper of the general strategy.
public sealed interface Grouping extends AutoCloseable permits GroupIds, SortedGroups {
    /// No group: the row is left out.
    int NONE = -1;

    /// The numbers of the groups of `rows` rows, int32, [#NONE] where `keep` is 0. Waits, to know how many
    /// groups there are now.
    ///
    /// @param rowKeys the words of each row's key
    Buffer number(Buffer rowKeys, @Nullable Buffer keep, int rows);

    /// How many groups there are.
    int count();

    /// The keys by number, as many words each as a key has.
    Buffer keys();

    @Override
    void close();
}
