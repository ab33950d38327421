package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.io.parquet.decode.ChunkDictionary;
import dev.sheaf.io.parquet.decode.CodeDecoder;
import dev.sheaf.io.parquet.decode.CodeNumbers;
import dev.sheaf.io.parquet.decode.CodedValues;
import dev.sheaf.io.parquet.decode.Codes;
import dev.sheaf.io.parquet.decode.FixedValues;
import dev.sheaf.io.parquet.decode.PageValues;
import dev.sheaf.io.parquet.decode.TextBuilder;
import dev.sheaf.io.parquet.decode.TextValues;
import dev.sheaf.io.parquet.decode.Utf8Check;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Collects strings or byte values: as codes into the chunk's dictionary as long as pages have codes, as plain
/// values from the first page on that has not. What was collected as codes before such a page is looked up then.
final class TextCollector implements ColumnCollector {
    private static final String PURPOSE = "Parquet codes";

    private final DataType type;
    private final boolean anyBytes;
    private final MemoryPool pool;
    private final int[] scratch = new int[FixedValues.CHUNK];
    private int capacity;
    private Buffer codes;
    private MovingView view;
    private ChunkDictionary.@Nullable TextEntries dictionary;
    private @Nullable TextBuilder plain;

    TextCollector(DataType type, boolean anyBytes, int rows, MemoryPool pool) {
        this.type = type;
        this.anyBytes = anyBytes;
        this.pool = pool;
        this.capacity = rows;
        this.codes = pool.allocate(0, PURPOSE);
        this.view = new MovingView(codes.segment());
    }

    @Override
    public void reserve(int rows) {
        capacity = Math.max(capacity, rows);
        if (plain != null) {
            plain.reserve(capacity);
        } else if (dictionary != null) {
            codes = GrowingBuffers.grow(codes, (long) capacity * Integer.BYTES, pool, PURPOSE);
            view = view.of(codes.segment());
        }
    }

    @Override
    public void append(
            PageValues page,
            @Nullable ChunkDictionary entries,
            int row,
            int rows,
            int valid,
            @Nullable ByteBuffer bits) {
        if (page instanceof PageValues.TextCodes(CodeDecoder decoder)) {
            ChunkDictionary.TextEntries own = (ChunkDictionary.TextEntries) java.util.Objects.requireNonNull(entries);
            if (areCodes(own)) {
                CodedValues numbers = new CodeNumbers(decoder, own.entries());
                int at = view.seek((long) row * Integer.BYTES, (long) rows * Integer.BYTES);
                FixedRows.read(numbers, numbers.width(), view.bytes(), at, row, rows, valid, bits);
                return;
            }
            lookUp(decoder, own, plain(row, bits), valid);
        } else {
            ((TextValues) page).read(valid, plain(row, bits));
        }
        if (bits != null && valid < rows) {
            plain(row, bits).spread(bits, row, rows, valid);
        }
    }

    /// Whether rows are codes into the dictionary, which is noted, so far.
    private boolean areCodes(ChunkDictionary.TextEntries entries) {
        if (dictionary == null) {
            dictionary = entries;
            reserve(capacity);
        }
        return plain == null && entries.distinct();
    }

    private void lookUp(CodeDecoder decoder, ChunkDictionary.TextEntries entries, TextBuilder target, int count) {
        for (int done = 0; done < count; done += scratch.length) {
            int some = Math.min(scratch.length, count - done);
            decoder.read(scratch, some);
            Codes.check(scratch, some, entries.entries());
            lookUp(entries, some, target);
        }
    }

    private void lookUp(ChunkDictionary.TextEntries entries, int count, TextBuilder target) {
        for (int i = 0; i < count; i++) {
            append(entries, scratch[i], target);
        }
    }

    private static void append(ChunkDictionary.TextEntries entries, int code, TextBuilder target) {
        int start = entries.starts().get(code);
        target.append(entries.bytes(), start, entries.starts().get(code + 1) - start);
    }

    /// The plain values, begun with the rows so far if there are none yet.
    private TextBuilder plain(int row, @Nullable ByteBuffer bits) {
        if (plain == null) {
            plain = new TextBuilder(capacity, pool);
            ChunkDictionary.TextEntries entries = dictionary;
            for (int i = 0; i < row; i++) {
                if (entries == null || (bits != null && !Bits.get(bits, i))) {
                    plain.appendNulls(1);
                } else {
                    append(entries, code(i), plain);
                }
            }
        }
        return plain;
    }

    private int code(int row) {
        int at = view.seek((long) row * Integer.BYTES, Integer.BYTES);
        return view.bytes().getInt(at);
    }

    @Override
    public Column finish(Validity validity) {
        int rows = (int) validity.length();
        if (plain == null && dictionary != null && dictionary.distinct()) {
            Buffer taken = codes.slice(0, (long) rows * Integer.BYTES);
            return new DictionaryColumn(rows, taken, dictionary.values().retain(), validity);
        }
        TextBuilder text = plain(rows, null);
        if (type.equals(DataType.STRING) && !anyBytes) {
            Utf8Check.of(text);
        }
        Offsets offsets = text.takeOffsets();
        return new VarColumn(type, offsets, text.takeBytes(), validity);
    }

    @Override
    public void close() {
        codes.close();
        if (plain != null) {
            plain.close();
        }
    }
}
