package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.hash.DirectTable;
import dev.sheaf.groupby.cpu.hash.LongTable;
import dev.sheaf.groupby.cpu.hash.WideTable;
import dev.sheaf.groupby.cpu.hash.WordTable;
import dev.sheaf.groupby.cpu.key.KeyColumns;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeyField;
import dev.sheaf.groupby.cpu.key.KeyLayout;
import dev.sheaf.groupby.cpu.key.KeyPacker;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.KeySource;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.key.TextCounts;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Keys that are packed into 64-bit words, and a table of such words.
///
/// When a value does not fit the packing, the packing is widened and the table rebuilt from its keys; ids stay.
/// Ranges grow by doubling once there are many keys, so that rebuilding costs as much as growing does.
public final class WordGrouper implements Grouper, ReservingGrouper, RangedGrouper, TextNumbering {
    private KeyPacker packer;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final byte[] kept;
    private final byte[] differs;
    private long[] words;
    private WordTable table;
    private int reserved;

    public WordGrouper(List<DataType> types, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        this.settings = settings;
        this.pool = pool;
        this.packer = new KeyPacker(types, keepNulls, settings, pool);
        this.kept = new byte[settings.chunkRows()];
        this.differs = new byte[settings.chunkRows()];
        this.table = newTable();
        this.words = new long[settings.chunkRows() * table.words()];
    }

    /// Keys as a coding has them, which has a place for every key that will come.
    public WordGrouper(
            KeyEncoding coding, List<DataType> types, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        this.settings = settings;
        this.pool = pool;
        this.packer = coding.packer(types, keepNulls, settings, pool);
        this.kept = new byte[settings.chunkRows()];
        this.differs = new byte[settings.chunkRows()];
        this.table = newTable();
        this.words = new long[settings.chunkRows() * table.words()];
    }

    /// As [#assign(List, long, int, int[])], of keys that are packed already, the texts behind hashes beside them.
    public void assign(PackedKeys keys, List<VarColumn> texts, int from, int rows, int[] ids) {
        int stride = keys.words();
        long at = keys.start() + (long) from * stride * Long.BYTES;
        MemorySegment.copy(keys.segment(), ValueLayout.JAVA_LONG_UNALIGNED, at, words, 0, rows * stride);
        table.assign(words, rows, ids);
        packer.compareWith(texts, from, rows);
        confirm(rows, ids, false);
    }

    @Override
    public int groupCount() {
        return table.groupCount();
    }

    @Override
    public boolean hasRoom(long rows) {
        return table.hasRoom(rows) && packer.hasRoom(rows);
    }

    @Override
    public boolean hasGroupsAhead() {
        return false;
    }

    @Override
    public void expect(List<Optional<KeyRange>> ranges) {
        packer.expect(ranges);
        begin();
    }

    @Override
    public BitSet keysOfManyTexts() {
        return packer.keysOfManyTexts();
    }

    @Override
    public void hash(BitSet keys) {
        if (!keys.isEmpty()) {
            begin(keys);
        }
    }

    /// An empty table, with hashes of the texts of these keys.
    private void begin(BitSet hashed) {
        KeyPacker before = packer;
        try (before) {
            packer = before.again(hashed, pool);
            begin();
        }
    }

    /// An empty table for the present layout.
    private void begin() {
        WordTable before = table;
        table = newTable();
        words = new long[settings.chunkRows() * table.words()];
        before.close();
    }

    @Override
    public void reserve(int groups) {
        reserved = groups;
        if (groupCount() == 0 && packer.reserve(groups)) {
            begin();
        }
        table.reserve(groups);
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, int[] ids) {
        pack(keys, from, rows);
        if (packer.dropsRows()) {
            packer.findKept(rows, kept);
            assignKept(rows, ids);
        } else {
            table.assign(words, rows, ids);
            confirm(rows, ids, false);
        }
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids) {
        pack(keys, from, rows);
        System.arraycopy(wanted, 0, kept, 0, rows);
        if (packer.dropsRows()) {
            packer.findKept(rows, kept);
            for (int i = 0; i < rows; i++) {
                kept[i] &= wanted[i];
            }
        }
        assignKept(rows, ids);
    }

    private void pack(List<Column> keys, long from, int rows) {
        packer.read(keys, from, rows);
        if (packer.wantsHashes()) {
            hashTexts();
            packer.read(keys, from, rows);
        }
        while (!packer.pack(rows, words)) {
            widen(rows);
        }
    }

    /// Makes hashes of the texts of which there are too many for numbers. All groups are looked up anew in their order,
    /// so that ids stay.
    private void hashTexts() {
        List<Column> known = keys();
        int groups = groupCount();
        try {
            begin(packer.hashedKeys());
            table.reserve(Math.max(reserved, groups));
            if (!keepsIds(known, groups, settings.chunkRows())) {
                table.clear();
                packer.sources().forEach(KeySource::clear);
                keepsIds(known, groups, 1);
            }
        } finally {
            known.forEach(Column::close);
        }
    }

    /// Whether new groups get ids from 0 to `groups` in their order. They do row by row, and in chunks unless different
    /// texts have the same hash: then the other rows of the chunk come first.
    private boolean keepsIds(List<Column> keys, int groups, int step) {
        int[] ids = new int[step];
        boolean same = true;
        for (int from = 0; from < groups && same; from += step) {
            int rows = Math.min(step, groups - from);
            assign(keys, from, rows, ids);
            for (int i = 0; i < rows; i++) {
                same &= ids[i] == from + i;
            }
        }
        return same;
    }

    /// Moves the keys of the rows that are kept together, and their ids back apart.
    private void assignKept(int rows, int[] ids) {
        int packed = moveTogether(words, table.words(), kept, rows);
        table.assign(words, packed, ids);
        moveApart(ids, kept, rows, packed);
        confirm(rows, ids, true);
    }

    /// Rows whose key is that of a group with other texts of the same hash go on with other hashes, until
    /// they come to a group with their texts, or to none. As groups stay, they come there each time.
    private void confirm(int rows, int[] ids, boolean moved) {
        if (!packer.confirm(rows, ids, differs)) {
            return;
        }
        if (moved) {
            packer.pack(rows, words);
        }
        for (int i = 0; i < rows; i++) {
            if (differs[i] != 0) {
                goOn(i, ids);
            }
        }
    }

    private void goOn(int row, int[] ids) {
        int stride = table.words();
        long[] key = Arrays.copyOfRange(words, row * stride, (row + 1) * stride);
        int[] id = new int[1];
        do {
            packer.rehash(key);
            table.assign(key, 1, id);
            ids[row] = id[0];
        } while (packer.differs(row, ids));
    }

    private static int moveTogether(long[] words, int stride, byte[] kept, int rows) {
        int packed = 0;
        for (int i = 0; i < rows; i++) {
            for (int word = 0; word < stride; word++) {
                words[packed * stride + word] = words[i * stride + word];
            }
            packed += kept[i];
        }
        return packed;
    }

    private static void moveApart(int[] ids, byte[] kept, int rows, int packed) {
        int next = packed;
        for (int i = rows - 1; i >= 0; i--) {
            next -= kept[i];
            ids[i] = ids[next] | kept[i] - 1;
        }
    }

    /// Brings all keys into a table for a layout that has a place for the chunk's, too.
    private void widen(int rows) {
        Repacking before = new Repacking(table, packer.layout(), settings.chunkRows());
        before.includeIn(packer);
        packer.widen(rows, groupCount() < settings.checkFromGroups());
        WordTable old = table;
        WordTable wider = newTable();
        words = new long[settings.chunkRows() * wider.words()];
        try (Closer closer = new Closer()) {
            closer.add(wider);
            wider.reserve(reserved);
            before.forEachChunk(packer.layout(), words, (size, ids) -> wider.assign(words, size, ids));
            closer.release();
        }
        table = wider;
        old.close();
    }

    private WordTable newTable() {
        if (packer.isDirect()) {
            return new DirectTable(pool, packer.layout().bits());
        }
        int stride = packer.layout().words();
        return stride == 1
                ? new LongTable(pool, settings.initialSlots())
                : new WideTable(pool, stride, settings.initialSlots());
    }

    @Override
    public List<Column> keys() {
        List<Column> columns = new ArrayList<>();
        try {
            for (KeySource source : packer.sources()) {
                int stream = packer.firstStream(source);
                List<KeyField> fields = packer.layout()
                        .fields()
                        .subList(stream, stream + source.streams().size());
                columns.add(KeyColumns.of(source, fields, PackedKeys.of(table), pool));
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public Kind lookup() {
        return packer.isDirect() ? Kind.INDEX : Kind.HASH;
    }

    @Override
    public TextCounts texts() {
        return packer.sources().stream().map(KeySource::textCounts).reduce(TextCounts.NONE, TextCounts::most);
    }

    @Override
    public void clear() {
        table.clear();
        packer.sources().forEach(KeySource::clear);
    }

    @Override
    public Explanation explain(List<String> names) {
        KeyLayout layout = packer.layout();
        String keys = String.join(", ", names) + (names.size() == 1 ? " takes " : " take ") + layout.bits() + " bits";
        String hashed = "hash table: an index needs no probe";
        return switch (table) {
            case DirectTable _ ->
                new Explanation("direct index", keys + " <= " + settings.indexMaxBits(), List.of(hashed));
            case LongTable _ -> new Explanation("hash table of 64-bit keys", keys, List.of(notDirect()));
            case WideTable wide ->
                new Explanation(
                        "hash table of " + wide.words() * Long.SIZE + "-bit keys",
                        keys,
                        List.of(notDirect(), "64-bit keys: the keys take more"));
        };
    }

    private String notDirect() {
        return "direct index: it takes at most " + settings.indexMaxBits() + " bits";
    }

    @Override
    public void close() {
        table.close();
        packer.close();
    }
}
