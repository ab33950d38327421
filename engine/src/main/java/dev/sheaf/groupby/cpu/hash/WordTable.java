package dev.sheaf.groupby.cpu.hash;

import java.lang.foreign.MemorySegment;

/// Maps packed keys of one or more 64-bit words to dense group ids in order of first appearance, unless the keys are
/// ids already.
public sealed interface WordTable extends AutoCloseable permits DirectTable, LongTable, WideTable {

    /// The number of words a key.
    int words();

    int groupCount();

    /// Whether there is room for `rows` groups more.
    boolean hasRoom(long rows);

    /// Makes room for so many groups.
    void reserve(int groups);

    /// Writes the group id of each of `rows` keys, which lie in `keys` one after the other.
    void assign(long[] keys, int rows, int[] ids);

    /// The key of each group, the words of id `g` from byte `StateColumn.FRONT + g * words * 8` on.
    MemorySegment keys();

    /// Forgets all groups.
    void clear();

    @Override
    void close();
}
