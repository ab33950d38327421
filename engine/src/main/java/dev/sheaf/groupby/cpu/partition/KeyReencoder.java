package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeyField;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import dev.sheaf.groupby.cpu.key.TextEncoding;
import dev.sheaf.groupby.cpu.key.TextWords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// Packs keys anew: from words of one [KeyEncoding] into those of a wider one.
final class KeyReencoder {
    private final KeyEncoding source;
    private final KeyEncoding target;
    private final int chunkRows;
    private final long[] words;
    private final long[] low;
    private final long[] high;
    private final long[] newLow;
    private final long[] newHigh;
    private final byte[] valid;
    private final TextWords texts;

    KeyReencoder(KeyEncoding source, KeyEncoding target, int chunkRows) {
        this.source = source;
        this.target = target;
        this.chunkRows = chunkRows;
        this.words = new long[chunkRows * target.layout().words()];
        this.low = new long[chunkRows];
        this.high = new long[chunkRows];
        this.newLow = new long[chunkRows];
        this.newHigh = new long[chunkRows];
        this.valid = new byte[chunkRows];
        this.texts = new TextWords(chunkRows);
    }

    /// Writes all `keys` to `out`; false if one of them has no place there.
    boolean recode(PackedKeys keys, MemorySegment out) {
        int stride = target.layout().words();
        for (int from = 0; from < keys.count(); from += chunkRows) {
            int rows = Math.min(chunkRows, keys.count() - from);
            Arrays.fill(words, 0, rows * stride, 0);
            for (int column = 0; column < source.texts().size(); column++) {
                if (!recode(keys, column, from, rows)) {
                    return false;
                }
            }
            long at = (long) from * stride * Long.BYTES;
            MemorySegment.copy(words, 0, out, ValueLayout.JAVA_LONG_UNALIGNED, at, rows * stride);
        }
        return true;
    }

    private boolean recode(PackedKeys keys, int column, int from, int rows) {
        List<KeyField> old = source.fieldsOf(column);
        keys.valid(old.getFirst(), from, rows, valid);
        keys.values(old.getFirst(), from, rows, low);
        if (old.size() > 1) {
            keys.values(old.getLast(), from, rows, high);
        }
        TextEncoding before = source.texts().get(column);
        TextEncoding after = target.texts().get(column);
        List<KeyField> fields = target.fieldsOf(column);
        if (before == null || after == null || before.isHashed()) {
            return pack(fields.getFirst(), low, rows) && (fields.size() == 1 || pack(fields.getLast(), high, rows));
        }
        before.decode(low, high, rows, texts.first, texts.second);
        texts.areShort();
        after.hide(texts, valid, rows);
        if (!after.covers(texts, valid, rows)) {
            return false;
        }
        after.encode(texts, rows, newLow, newHigh);
        return pack(fields.getFirst(), newLow, rows) && (fields.size() == 1 || pack(fields.getLast(), newHigh, rows));
    }

    private boolean pack(KeyField field, long[] values, int rows) {
        return field.packNullable(values, valid, rows, words, target.layout().words()) == 0;
    }
}
