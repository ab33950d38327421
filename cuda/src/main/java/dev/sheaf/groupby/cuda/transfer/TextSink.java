package dev.sheaf.groupby.cuda.transfer;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Appends texts, and binary values: their bytes, and where each starts among all of them.
public final class TextSink implements ColumnSink {
    /// Positions are int32.
    private static final long MAX_BYTES = Integer.MAX_VALUE;

    private final Staging staging;
    private final DataType type;
    private final long capacityRows;
    private final UploadBuffer offsets;
    private final ValidityUpload validity;
    private @Nullable UploadBuffer bytes;
    private long size;
    private long rows;

    public TextSink(DataType type, ValidityUpload validity, Staging staging, long capacityRows) {
        this.staging = staging;
        this.type = type;
        this.capacityRows = capacityRows;
        this.offsets = new UploadBuffer(staging, (capacityRows + 1) * Integer.BYTES, "column offsets");
        this.validity = validity;
    }

    @Override
    public boolean hasRoom(RowParts parts) {
        return hasRoom(parts.columns().stream().mapToLong(ColumnSink::textBytes).sum());
    }

    /// Whether so many more bytes fit.
    public boolean hasRoom(long bytes) {
        return size + bytes <= MAX_BYTES;
    }

    @Override
    public void append(RowParts parts) {
        ByteParts texts = new ByteParts();
        for (Column part : parts.columns()) {
            VarColumn text = (VarColumn) part;
            texts.add(text.bytes(), text.offsets().start(0), ColumnSink.textBytes(text));
        }
        if (!hasRoom(texts.size())) {
            throw new IllegalArgumentException("a column of " + (size + texts.size()) + " bytes of text is more than"
                    + " the 2 GiB that a GPU column can have; upload fewer rows at a time");
        }
        texts.send(staging, room(texts.size(), parts.rows()), size);
        positions(parts, texts.size());
        validity.append(parts, rows);
        size += texts.size();
        rows += parts.rows();
    }

    /// The rows that are expected need as much a row as the first ones.
    private Buffer room(long more, long moreRows) {
        UploadBuffer known = bytes;
        if (known == null) {
            double expected = moreRows == 0 ? 0 : 1.02 * more / moreRows * capacityRows;
            long atFirst = moreRows >= capacityRows ? more : Math.min((long) expected, MAX_BYTES);
            known = new UploadBuffer(staging, Math.max(atFirst, more), "column values");
            bytes = known;
        }
        return known.reserve(size, size + more);
    }

    private void positions(RowParts parts, long more) {
        long at = rows * Integer.BYTES;
        long end = at + (parts.rows() + 1) * Integer.BYTES;
        long[] bases = new long[parts.columns().size()];
        long base = size;
        for (int i = 0; i < bases.length; i++) {
            VarColumn text = (VarColumn) parts.columns().get(i);
            bases[i] = base - text.offsets().start(0);
            base += ColumnSink.textBytes(text);
        }
        int last = Math.toIntExact(size + more);
        staging.fill(
                offsets.reserve(at, end),
                at,
                end - at,
                (slab, from, count) -> fillPositions(parts, bases, last, slab, from, count));
    }

    /// Starts of rows, and behind those of the last one where it ends.
    private static void fillPositions(
            RowParts parts, long[] bases, int last, MemorySegment slab, long from, long bytes) {
        long row = from / Integer.BYTES;
        long end = row + bytes / Integer.BYTES;
        long at = 0;
        for (int part = parts.partOf(row); part < bases.length && row < end; part++) {
            Offsets starts = ((VarColumn) parts.columns().get(part)).offsets();
            long inside = row - parts.start(part);
            long count = Math.min(parts.end(part), end) - row;
            copyPositions(starts, inside, count, bases[part], slab, at);
            at += count;
            row += count;
        }
        if (row < end) {
            slab.setAtIndex(JAVA_INT, at, last);
        }
    }

    private static void copyPositions(Offsets starts, long first, long count, long base, MemorySegment slab, long at) {
        if (starts.wide()) {
            for (long i = 0; i < count; i++) {
                slab.setAtIndex(JAVA_INT, at + i, (int) (starts.start(first + i) + base));
            }
            return;
        }
        MemorySegment narrow = starts.segment();
        for (long i = 0; i < count; i++) {
            slab.setAtIndex(JAVA_INT, at + i, narrow.getAtIndex(JAVA_INT, first + i) + (int) base);
        }
    }

    @Override
    public DeviceColumn finish() {
        if (bytes == null) {
            append(new RowParts(java.util.List.of()));
        }
        UploadBuffer texts = java.util.Objects.requireNonNull(bytes);
        return new DeviceColumn(
                type, rows, texts.first(size), validity.first(rows), 0, offsets.first((rows + 1) * Integer.BYTES));
    }

    @Override
    public void close() {
        offsets.close();
        validity.close();
        if (bytes != null) {
            bytes.close();
        }
    }
}
