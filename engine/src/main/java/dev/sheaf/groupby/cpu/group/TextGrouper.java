package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.groupby.cpu.key.TextCounts;
import dev.sheaf.groupby.cpu.key.TextTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// One key of text or binary values: the group id is the number of the text, once null has its place.
///
/// The group of null, if there is one, has the id that was next when it appeared; texts from there on are moved
/// up by one.
public final class TextGrouper implements Grouper, ReservingGrouper, TextNumbering {
    private static final int NONE = Integer.MAX_VALUE;

    private final DataType type;
    private final boolean keepNulls;
    private final MemoryPool pool;
    private final TextTable table;
    private final int textBits;
    private final byte[] valid;
    private int nullGroup = NONE;
    private long dictionarySize;

    public TextGrouper(DataType type, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.keepNulls = keepNulls;
        this.pool = pool;
        this.table = new TextTable(pool, settings.initialSlots(), settings.chunkRows(), settings.textIndexMaxBits());
        this.textBits = settings.textIndexMaxBits();
        this.valid = new byte[settings.chunkRows()];
    }

    @Override
    public int groupCount() {
        return table.count() + (nullGroup == NONE ? 0 : 1);
    }

    @Override
    public boolean hasRoom(long rows) {
        return table.hasRoom(rows);
    }

    @Override
    public boolean hasGroupsAhead() {
        return false;
    }

    @Override
    public void reserve(int groups) {
        table.reserve(groups);
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, int[] ids) {
        Column key = keys.getFirst();
        if (key.validity().allValid()) {
            number(key, from, rows, false, ids);
            if (nullGroup != NONE) {
                moveUp(ids, rows, nullGroup);
            }
            return;
        }
        Widen.validity(key.validity(), from, rows, valid);
        number(key, from, rows, true, ids);
        placeNulls(rows, ids);
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids) {
        Column key = keys.getFirst();
        Widen.validity(key.validity(), from, rows, valid);
        for (int i = 0; i < rows; i++) {
            valid[i] &= wanted[i];
        }
        number(key, from, rows, true, ids);
        Widen.validity(key.validity(), from, rows, valid);
        for (int i = 0; i < rows; i++) {
            valid[i] = (byte) (valid[i] | (1 - wanted[i]));
        }
        placeNulls(rows, ids);
    }

    private void number(Column key, long from, int rows, boolean nulls, int[] ids) {
        if (key instanceof DictionaryColumn codes) {
            dictionarySize = codes.values().length();
            table.assign(codes, from, rows, nulls ? valid : null, ids);
        } else {
            table.assign((VarColumn) key, from, rows, nulls ? valid : null, ids);
        }
    }

    /// Null gets the id after the texts of the chunk in which it first appears.
    private void placeNulls(int rows, int[] ids) {
        if (nullGroup == NONE && keepNulls && anyNull(valid, rows)) {
            nullGroup = table.count();
        }
        if (nullGroup != NONE) {
            place(ids, valid, rows, nullGroup);
        }
    }

    private static boolean anyNull(byte[] valid, int rows) {
        int nulls = 0;
        for (int i = 0; i < rows; i++) {
            nulls |= 1 - valid[i];
        }
        return nulls != 0;
    }

    /// Makes room for the group of nulls among the ids, and gives it to nulls, without a branch a row.
    private static void place(int[] ids, byte[] valid, int rows, int nullGroup) {
        for (int i = 0; i < rows; i++) {
            int keep = -valid[i];
            int moved = ids[i] + (ids[i] >= nullGroup ? 1 : 0);
            ids[i] = nullGroup ^ ((moved ^ nullGroup) & keep);
        }
    }

    private static void moveUp(int[] ids, int rows, int nullGroup) {
        for (int i = 0; i < rows; i++) {
            ids[i] += ids[i] >= nullGroup ? 1 : 0;
        }
    }

    @Override
    public List<Column> keys() {
        VarColumn texts = table.values(type);
        if (nullGroup == NONE) {
            return List.of(texts);
        }
        try (texts;
                Buffer rows = pool.allocate((long) groupCount() * Integer.BYTES, "group keys")) {
            number(groupCount(), nullGroup, Ints.of(rows.segment()));
            return List.of(Take.rows(texts, rows.segment(), groupCount(), pool));
        }
    }

    /// Writes the number of the text of each group, -1 for that of nulls.
    private static void number(int groups, int nullGroup, Ints numbers) {
        for (int id = 0; id < groups; id++) {
            numbers.put(id, id < nullGroup ? id : id == nullGroup ? -1 : id - 1);
        }
    }

    @Override
    public Kind lookup() {
        return Kind.TEXTS;
    }

    @Override
    public TextCounts texts() {
        return table.counts();
    }

    @Override
    public void clear() {
        table.clear();
        nullGroup = NONE;
    }

    @Override
    public Explanation explain(List<String> names) {
        String name = names.getFirst();
        if (dictionarySize > 0) {
            return new Explanation(
                    "dictionary codes as index",
                    name + " has a dictionary of " + dictionarySize + " values",
                    List.of("hash table: each value is looked up once, not each row"));
        }
        String values = name + " is " + type + " with " + table.count() + " different values so far";
        return table.indexBits() > 0
                ? new Explanation(
                        "text index",
                        values + ", which differ in " + table.indexBits() + " bits <= " + textBits,
                        List.of("hash table: an index needs no probe"))
                : new Explanation(
                        "text table",
                        values,
                        List.of("index: the values are long or differ in more than " + textBits + " bits"));
    }

    @Override
    public void close() {
        table.close();
    }
}
