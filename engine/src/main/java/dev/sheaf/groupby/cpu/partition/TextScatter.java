package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies texts to their places in order of partition.
///
/// They are read from front to back and written at the ends of as many pieces as there are partitions. The
/// other way round, written from front to back, every text would be waited for. Most texts are copied 64 bytes
/// at a time, whatever their size, since a loop that ends with the text is predicted wrongly for every other
/// one.
final class TextScatter {
    private static final String PURPOSE = "rows by partition";

    /// No text is copied with so many bytes more than it has.
    private static final int STRIDE = 64;

    private final int[] partitions;
    private final int[] nextRow;
    private final long[] nextByte;
    private final long[] ends;

    private TextScatter(int[] partitions, int[] starts) {
        this.partitions = partitions;
        this.nextRow = starts.clone();
        this.nextByte = new long[starts.length];
        this.ends = new long[starts.length];
    }

    /// The rows of all parts, of which row `i` belongs to `partitions[i]` or, if that is -1, is left out;
    /// partition `p` starts with row `starts[p]`. To be closed by the caller. Null for parts that are anything
    /// else than texts of less than 2 GiB.
    static @Nullable Column of(DataType type, List<Column> parts, int[] partitions, int[] starts, MemoryPool pool) {
        for (Column part : parts) {
            if (!(part instanceof VarColumn text) || text.offsets().wide()) {
                return null;
            }
        }
        Validity validity = validity(parts, partitions, starts, pool);
        try {
            Column texts =
                    new TextScatter(partitions, starts).scatter(type, parts, starts[starts.length - 1], validity, pool);
            if (texts == null) {
                validity.close();
            }
            return texts;
        } catch (RuntimeException | Error failure) {
            validity.close();
            throw failure;
        }
    }

    private static Validity validity(List<Column> parts, int[] partitions, int[] starts, MemoryPool pool) {
        int rows = starts[starts.length - 1];
        if (parts.stream().allMatch(part -> part.validity().allValid())) {
            return Validity.allValid(rows);
        }
        long[] words = new long[(rows + Long.SIZE - 1) / Long.SIZE];
        int[] next = starts.clone();
        int from = 0;
        for (Column part : parts) {
            scatterBits(part.validity(), partitions, from, next, words);
            from += (int) part.length();
        }
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        MemorySegment.copy(words, 0, bits.segment(), ValueLayout.JAVA_LONG_UNALIGNED, 0, words.length);
        return Validity.of(bits, rows);
    }

    private static void scatterBits(Validity part, int[] partitions, int from, int[] next, long[] words) {
        int rows = (int) part.length();
        for (int row = 0; row < rows; row += Long.SIZE) {
            long valid = part.word(row);
            int count = Math.min(Long.SIZE, rows - row);
            for (int i = 0; i < count; i++) {
                int partition = partitions[from + row + i];
                if (partition >= 0) {
                    int place = next[partition]++;
                    words[place >>> 6] |= (valid >>> i & 1) << place;
                }
            }
        }
    }

    private @Nullable Column scatter(DataType type, List<Column> parts, int rows, Validity validity, MemoryPool pool) {
        int from = 0;
        for (Column part : parts) {
            addSizes((VarColumn) part, from);
            from += (int) part.length();
        }
        long bytes = place();
        if (bytes > Integer.MAX_VALUE) {
            return null;
        }
        try (Closer closer = new Closer()) {
            Buffer offsets = closer.add(pool.allocate((rows + 1L) * Integer.BYTES, PURPOSE));
            Buffer text = closer.add(pool.allocate(bytes, PURPOSE));
            from = 0;
            for (Column part : parts) {
                copy((VarColumn) part, from, offsets.segment(), text.segment());
                from += (int) part.length();
            }
            offsets.segment().set(ValueLayout.JAVA_INT_UNALIGNED, (long) rows * Integer.BYTES, (int) bytes);
            closer.release();
            return new VarColumn(type, new Offsets(offsets, false, rows), text, validity);
        }
    }

    private void addSizes(VarColumn part, int from) {
        addSizes(part.offsets().segment(), (int) part.length(), partitions, from, ends);
    }

    private static void addSizes(MemorySegment offsets, int rows, int[] partitions, int from, long[] sizes) {
        int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        for (int i = 0; i < rows; i++) {
            int end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (i + 1L) << 2);
            int partition = partitions[from + i];
            if (partition >= 0) {
                sizes[partition] += end - start;
            }
            start = end;
        }
    }

    /// Puts the partitions' bytes one after the other, and returns where the last ones end.
    private long place() {
        long at = 0;
        for (int partition = 0; partition < ends.length; partition++) {
            nextByte[partition] = at;
            at += ends[partition];
            ends[partition] = at;
        }
        return at;
    }

    private void copy(VarColumn part, int from, MemorySegment offsets, MemorySegment text) {
        MemorySegment starts = part.offsets().segment();
        MemorySegment source = part.segment();
        long readable = source.byteSize();
        int start = starts.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        int rows = (int) part.length();
        for (int i = 0; i < rows; i++) {
            int end = starts.get(ValueLayout.JAVA_INT_UNALIGNED, (i + 1L) << 2);
            int partition = partitions[from + i];
            if (partition >= 0) {
                long to = nextByte[partition];
                long size = end - (long) start;
                long room = Math.min(ends[partition] - to, readable - start);
                offsets.set(ValueLayout.JAVA_INT_UNALIGNED, (long) nextRow[partition]++ << 2, (int) to);
                nextByte[partition] = to + size;
                if (size > 0 && room >= size + STRIDE) {
                    copyStrides(source, start, size, text, to);
                } else {
                    MemorySegment.copy(source, start, text, to, size);
                }
            }
            start = end;
        }
    }

    /// What is written past the end is where the partition's next text goes.
    private static void copyStrides(MemorySegment source, long from, long size, MemorySegment target, long to) {
        copyWord(source, from, target, to);
        copyWord(source, from + 8, target, to + 8);
        if (size <= 2 * Long.BYTES) {
            return;
        }
        for (long at = 16; at < size; at += 48) {
            copyWord(source, from + at, target, to + at);
            copyWord(source, from + at + 8, target, to + at + 8);
            copyWord(source, from + at + 16, target, to + at + 16);
            copyWord(source, from + at + 24, target, to + at + 24);
            copyWord(source, from + at + 32, target, to + at + 32);
            copyWord(source, from + at + 40, target, to + at + 40);
        }
    }

    private static void copyWord(MemorySegment source, long from, MemorySegment target, long to) {
        target.set(ValueLayout.JAVA_LONG_UNALIGNED, to, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
    }
}
