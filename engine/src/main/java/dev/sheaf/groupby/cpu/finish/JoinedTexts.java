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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// JOIN, from lists of texts, one a group: the texts of each one behind the other, with a separator between them.
public final class JoinedTexts {
    private static final String PURPOSE = "joined texts";

    private final ListColumn lists;
    private final VarColumn texts;
    private final MemorySegment separator;
    private final int separatorBytes;
    private final Finalizer.Groups groups;

    private JoinedTexts(ListColumn lists, VarColumn texts, byte[] separator, Finalizer.Groups groups) {
        this.lists = lists;
        this.texts = texts;
        this.separator = Arena.ofAuto().allocate(separator.length + Long.BYTES);
        MemorySegment.copy(separator, 0, this.separator, ValueLayout.JAVA_BYTE, 0, separator.length);
        this.separatorBytes = separator.length;
        this.groups = groups;
    }

    /// Groups whose list is null have no text.
    public static Finalizer by(String separator) {
        byte[] bytes = separator.getBytes(StandardCharsets.UTF_8);
        return (states, groups) -> {
            ListColumn lists = (ListColumn) states.getFirst();
            if (lists.elements() instanceof NullColumn) {
                return new NullColumn(groups.count(), groups.pool());
            }
            try (Column texts = Dictionaries.decode(lists.elements(), groups.pool())) {
                return new JoinedTexts(lists, (VarColumn) texts, bytes, groups).join();
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
        long at = 0;
        for (int group = 0; group < groups.count(); group++) {
            start(starts, wide, group, at);
            at += size(group);
        }
        start(starts, wide, groups.count(), at);
    }

    /// Writes the texts of some groups, none beyond the end of the last: another thread may write there.
    private void write(Offsets starts, int from, int to, MemorySegment bytes) {
        MemorySegment source = texts.segment();
        Offsets places = texts.offsets();
        long end = starts.start(to);
        long at = starts.start(from);
        for (int group = from; group < to; group++) {
            long first = lists.offsets().start(group);
            long last = lists.offsets().start(group + 1L);
            for (long text = first; text < last; text++) {
                if (text > first) {
                    ByteRuns.copy(separator, 0, separatorBytes, bytes, at, end);
                    at += separatorBytes;
                }
                long size = places.size(text);
                ByteRuns.copy(source, places.start(text), size, bytes, at, end);
                at += size;
            }
        }
    }

    private static void start(MemorySegment starts, boolean wide, long group, long at) {
        if (wide) {
            starts.setAtIndex(ValueLayout.JAVA_LONG, group, at);
        } else {
            starts.setAtIndex(ValueLayout.JAVA_INT, group, (int) at);
        }
    }
}
