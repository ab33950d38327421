package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.hash.Probe;
import dev.sheaf.memory.MemoryPool;

/// The texts of groups whose packed keys have only hashes of them, in the order of ids.
///
/// A row whose packed key is that of a group is compared with the text of that group, and so no two texts with one
/// hash are taken for the same. A chunk is compared at once, so that rows wait for memory together.
final class GroupTexts implements AutoCloseable {
    private final TextEntries texts;
    private final Probe probe = new Probe();

    GroupTexts(MemoryPool pool) {
        this.texts = new TextEntries(pool);
    }

    /// Whether there is room for so many texts more.
    boolean hasRoom(long more) {
        return texts.hasRoom(more);
    }

    /// From the first text on there will be room for so many.
    void reserve(int count) {
        texts.expect(count);
    }

    /// How many texts there are.
    TextCounts counts() {
        return texts.counts();
    }

    /// Takes the texts of new groups among rows `first` to `last` of a chunk. New ids come in their order.
    void add(TextWords words, int first, int last, int[] ids) {
        texts.reserve(texts.count() + last - first);
        addNew(words, first, last, ids);
    }

    private void addNew(TextWords words, int first, int last, int[] ids) {
        for (int i = first; i < last; i++) {
            if (ids[i] == texts.count()) {
                texts.add(words, i);
            }
        }
    }

    /// Marks the rows of a chunk whose text is not that of their group by 1 in `differs`, and returns whether there is
    /// one. Rows without a group are left alone.
    boolean compare(TextWords words, int rows, int[] ids, byte[] differs) {
        probe.begin(rows);
        texts.compare(words, probe, rows, ids);
        boolean any = false;
        for (int k = 0; k < probe.missCount(); k++) {
            int row = probe.misses()[k];
            differs[row] |= (byte) (ids[row] < 0 ? 0 : 1);
            any |= ids[row] >= 0;
        }
        return any;
    }

    /// Whether one row has the text of its group.
    boolean isSame(TextWords words, int row, int id) {
        return texts.isText(id, words, row);
    }

    /// The texts of all groups, to be closed by the caller, who gives away the validity. They may share memory with
    /// this.
    VarColumn column(DataType type, Validity validity) {
        return texts.values(type, validity);
    }

    void clear() {
        texts.clear();
    }

    @Override
    public void close() {
        texts.close();
    }
}
