package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import java.util.List;

/// Assigns a dense group id to every row, in order of first appearance: rows `A B A C` give `0 1 0 2`.
///
/// That is the whole contract. What only some groupers can do are interfaces of their own, which these implement:
///
/// | interface | for whom | which groupers |
/// |---|---|---|
/// | [KeyLookup] | who looks at what a table costs | all |
/// | [ReservingGrouper] | merging so many groups | all but the one without keys |
/// | [RangedGrouper] | statistics of the input | packed words |
/// | [TextNumbering] | how many texts there are | texts, packed words |
///
/// One instance serves one thread. Memory comes from a pool; if that has no room for a growth, the exception
/// leaves the grouper fit to be closed and nothing else.
public sealed interface Grouper extends KeyLookup, AutoCloseable
        permits NumberedGrouper, SingleGroup, TextGrouper, WordGrouper {

    /// Writes the group ids of rows `from` to `from + rows`, at most a chunk, of the key columns; -1 for rows
    /// with a null key if those are left out.
    void assign(List<Column> keys, long from, int rows, int[] ids);

    /// As [#assign(List, long, int, int[])] for the rows marked 1 in `wanted`, by their place in the chunk; rows marked
    /// 0 get -1 and make no group.
    void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids);

    /// How many groups there are.
    int groupCount();

    /// Whether there is room for `rows` rows more, should each make a group.
    boolean hasRoom(long rows);

    /// Whether groups are there before a row came for them.
    boolean hasGroupsAhead();

    /// The key columns of all groups in the order of ids, to be closed by the caller. Text may come
    /// dictionary-encoded.
    List<Column> keys();

    /// Forgets all groups, and keeps what is known about the keys. Key columns that were handed out stay as they are.
    void clear();

    @Override
    void close();
}
