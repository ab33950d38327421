package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;

/// JOIN, from lists of texts, one a group: the texts of each one behind the other, with a separator between them.
public final class JoinedTexts {
    private static final String PURPOSE = "joined texts";

    private final ListColumn lists;
    private final VarColumn texts;
    private final ByteBuffer separator;
    private final int separatorBytes;
    private final long viewBytes;
    private final Finalizer.Groups groups;

    private JoinedTexts(ListColumn lists, VarColumn texts, byte[] separator, long viewBytes, Finalizer.Groups groups) {
        this.viewBytes = viewBytes;
        this.lists = lists;
        this.texts = texts;
        this.separator = Views.copyOf(separator);
        this.separatorBytes = separator.length;
        this.groups = groups;
    }

    /// Groups whose list is null have no text.
    public static Finalizer by(String separator) {
        return by(separator, Views.MAX_BYTES);
    }

    /// Memory of more than `viewBytes` is copied without views.
    static Finalizer by(String separator, long viewBytes) {
        byte[] bytes = separator.getBytes(StandardCharsets.UTF_8);
        return (states, groups) -> {
            ListColumn lists = (ListColumn) states.getFirst();
            if (lists.elements() instanceof NullColumn) {
                return new NullColumn(groups.count(), groups.pool());
            }
            try (Column texts = Dictionaries.decode(lists.elements(), groups.pool())) {
                return new JoinedTexts(lists, (VarColumn) texts, bytes, viewBytes, groups).join();
            }
        };
    }

    private Column join() {
        long size = 0;
        for (int group = 0; group < groups.count(); group++) {
            size += size(group);
        }
        boolean wide = size > Integer.MAX_VALUE;
        int width = wide ? Long.BYTES : Integer.BYTES;
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(groups.pool().allocate((groups.count() + 1L) * width, PURPOSE));
            Buffer bytes = closer.add(groups.pool().allocate(size + Long.BYTES, PURPOSE));
            writeStarts(starts.segment(), wide);
            Offsets offsets = new Offsets(starts.retain(), wide, groups.count());
            try (offsets) {
                Quantiles.inShares(lists.offsets(), groups, (from, to) -> write(offsets, from, to, bytes.segment()));
            }
            closer.release();
            return new VarColumn(
                    DataType.STRING,
                    new Offsets(starts, wide, groups.count()),
                    bytes,
                    lists.validity().slice(0, groups.count()));
        }
    }

    private long size(int group) {
        long from = lists.offsets().start(group);
        long to = lists.offsets().start(group + 1L);
        long bytes = texts.offsets().start(to) - texts.offsets().start(from);
        return bytes + Math.max(0, to - from - 1) * separatorBytes;
    }

    private void writeStarts(MemorySegment starts, boolean wide) {
        Ints narrow = Ints.of(starts);
        Longs words = Longs.of(starts);
        long at = 0;
        for (int group = 0; group <= groups.count(); group++) {
            if (wide) {
                words.put(group, at);
            } else {
                narrow.put(group, (int) at);
            }
            at += group < groups.count() ? size(group) : 0;
        }
    }

    private void write(Offsets starts, int from, int to, MemorySegment bytes) {
        if (fits(bytes)) {
            IntBuffer places = texts.offsets().ints(0, texts.length());
            write(starts, from, to, Views.bytes(texts.segment()), places, Views.bytes(bytes));
        } else {
            writeLarge(starts, from, to, bytes);
        }
    }

    /// Whether a view has room for all texts, for where they start, and for what is written.
    private boolean fits(MemorySegment bytes) {
        long startBytes = (texts.length() + 1) * Integer.BYTES;
        return !texts.offsets().wide()
                && Math.max(startBytes, Math.max(texts.segment().byteSize(), bytes.byteSize())) <= viewBytes;
    }

    /// Writes the texts of some groups, none beyond the end of the last: another thread may write there.
    private void write(Offsets starts, int from, int to, ByteBuffer source, IntBuffer places, ByteBuffer bytes) {
        int end = (int) starts.start(to);
        int at = (int) starts.start(from);
        for (int group = from; group < to; group++) {
            int first = (int) lists.offsets().start(group);
            int last = (int) lists.offsets().start(group + 1L);
            for (int text = first; text < last; text++) {
                if (text > first) {
                    ByteRuns.copy(separator, 0, separatorBytes, bytes, at, end);
                    at += separatorBytes;
                }
                int start = places.get(text);
                int size = places.get(text + 1) - start;
                ByteRuns.copy(source, start, size, bytes, at, end);
                at += size;
            }
        }
    }

    /// The same without views.
    private void writeLarge(Offsets starts, int from, int to, MemorySegment bytes) {
        long at = starts.start(from);
        for (int group = from; group < to; group++) {
            long first = lists.offsets().start(group);
            long last = lists.offsets().start(group + 1L);
            for (long text = first; text < last; text++) {
                if (text > first) {
                    MemorySegment.copy(MemorySegment.ofBuffer(separator), 0, bytes, at, separatorBytes);
                    at += separatorBytes;
                }
                long size = texts.offsets().size(text);
                MemorySegment.copy(texts.segment(), texts.offsets().start(text), bytes, at, size);
                at += size;
            }
        }
    }
}
