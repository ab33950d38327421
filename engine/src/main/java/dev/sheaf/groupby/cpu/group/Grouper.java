package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.TextCounts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Assigns a dense group id to every row, in order of first appearance: rows `A B A C` give `0 1 0 2`.
///
/// One instance serves one thread. Memory comes from a pool; if that has no room for a growth, the exception
/// leaves the grouper fit to be closed and nothing else.
public sealed interface Grouper extends AutoCloseable permits SingleGroup, TextGrouper, WordGrouper, RowGrouper {

    /// How many groups there are.
    int groupCount();

    /// Tells the ranges that the keys are said to have, before the first row. Values outside are taken as well.
    void expect(List<Optional<KeyRange>> ranges);

    /// Makes room for so many groups, if there may be more than the table begins with.
    void reserve(int groups);

    /// Writes the group ids of rows `from` to `from + rows`, at most a chunk, of the key columns; -1 for rows
    /// with a null key if those are left out.
    void assign(List<Column> keys, long from, int rows, int[] ids);

    /// As above for the rows marked 1 in `wanted`, by their place in the chunk; rows marked 0 get -1 and make no
    /// group.
    void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids);

    /// How to get from the keys to places without ids, as far as keys are known now, of at most `mostBits` bits
    /// if keys are places; null if there is no such way, or too many keys have been new lately.
    @Nullable
    DirectKeys placed(List<Column> keys, int mostBits);

    /// Writes the group ids of places, which rise.
    void assignPlaces(DirectKeys placed, int[] places, int count, int[] ids);

    /// The key columns of all groups in the order of ids, to be closed by the caller. Text may come
    /// dictionary-encoded.
    List<Column> keys();

    /// Whether a packed key means the same in `other`, which groups by the same keys.
    default boolean hasPackedKeysOf(Grouper other) {
        return false;
    }

    /// Whether keys index the table, whose size then has a bound: such a table is worth keeping however large.
    boolean isIndexed();

    /// Whether packed keys are looked up in a hash table, which takes slots and keys of the caches besides states.
    boolean isHashed();

    /// From the next [#clear()] on, whether every row makes a group of its own without a look at those there:
    /// for keys of which hardly any comes twice. Groups that do are one when they are merged.
    void appends(boolean value);

    /// How many different texts keys have had.
    TextCounts texts();

    /// Forgets all groups, and keeps what is known about the keys.
    void clear();

    /// How keys are looked up now, and why not otherwise; `names` are those of the keys.
    Explanation explain(List<String> names);

    @Override
    void close();
}
