package dev.sheaf.groupby.cuda.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Brings texts that lie anywhere on the device to the host, as columns of `pool`: side by side on the
/// device first. See `intern_text.cu`.
public record TextDownload(DeviceRun run, MemoryPool pool) {
    /// Bytes behind the last text that may be read.
    private static final int TEXT_MARGIN = 16;

    static final Specialization KERNEL = Specialization.of(KernelFile.INTERN_TEXT);

    /// The texts of some rows of a column.
    ///
    /// @param numbers of the rows on the device, int32
    public Column of(DeviceColumn column, Buffer numbers, int rows) {
        try (Buffer addresses = run.allocate((long) rows * Long.BYTES, "texts");
                Buffer lengths = run.allocate((long) rows * Integer.BYTES, "text sizes")) {
            run.each(
                    KERNEL,
                    "find_texts",
                    rows,
                    numbers.address(),
                    rows,
                    column.offsetsAddress(),
                    column.values().address(),
                    addresses.address(),
                    lengths.address());
            return of(column.type(), addresses, lengths, validity(column, numbers, rows));
        }
    }

    /// Which of the rows are not null.
    private Validity validity(DeviceColumn column, Buffer numbers, int rows) {
        Buffer bits = column.validity();
        if (bits == null) {
            return Validity.allValid(rows);
        }
        try (Buffer all = pool.allocate(bits.byteSize(), "validity of texts");
                Buffer which = pool.allocate((long) rows * Integer.BYTES, "rows of texts");
                Buffer some = pool.allocateZeroed((rows + 63L) / 64 * Long.BYTES, "validity of texts")) {
            run.fetch(bits, all.segment().asSlice(0, bits.byteSize()));
            run.fetch(numbers, which.segment().asSlice(0, (long) rows * Integer.BYTES));
            for (int row = 0; row < rows; row++) {
                long bit = column.firstBit() + which.segment().getAtIndex(JAVA_INT, row);
                if ((all.segment().get(JAVA_BYTE, bit >>> 3) >>> (bit & 7) & 1) != 0) {
                    byte others = some.segment().get(JAVA_BYTE, row >>> 3);
                    some.segment().set(JAVA_BYTE, row >>> 3, (byte) (others | 1 << (row & 7)));
                }
            }
            return Validity.of(some.retain(), 0, rows);
        }
    }

    /// The texts at some addresses; takes over `validity`, which has as many rows.
    ///
    /// @param lengths their bytes, int32; 0 of rows without a text
    public Column of(DataType type, Buffer addresses, Buffer lengths, Validity validity) {
        int rows = Math.toIntExact(validity.length());
        try (Closer closer = new Closer()) {
            closer.add(validity);
            Buffer starts = pool.allocate((rows + 1L) * Long.BYTES, "text starts");
            try (starts) {
                long bytes = measure(lengths, rows, starts);
                Buffer host = pool.allocate(bytes, "texts");
                closer.add(host);
                gather(addresses, lengths, rows, starts, host.segment().asSlice(0, bytes));
                boolean wide = bytes > Integer.MAX_VALUE;
                Buffer positions = positions(rows, starts, wide);
                closer.release();
                return new VarColumn(type, new Offsets(positions, wide, rows), host, validity);
            }
        }
    }

    /// The same of rows that all have a text, on the device; nothing if they come to more than 2 GiB.
    Optional<DeviceColumn> together(DataType type, Buffer addresses, Buffer lengths, int rows) {
        try (Buffer starts = pool.allocate((rows + 1L) * Long.BYTES, "text starts")) {
            long bytes = measure(lengths, rows, starts);
            if (bytes > Integer.MAX_VALUE) {
                return Optional.empty();
            }
            try (Buffer narrow = positions(rows, starts, false)) {
                Buffer together = together(addresses, lengths, rows, starts, bytes);
                Buffer offsets = run.small(narrow.segment().asSlice(0, (rows + 1L) * Integer.BYTES), "text offsets");
                return Optional.of(new DeviceColumn(type, rows, together, null, 0, offsets));
            }
        }
    }

    /// Writes where each text starts, and gives the bytes of all.
    private long measure(Buffer lengths, int rows, Buffer starts) {
        long end = 0;
        try (Buffer host = pool.allocate((long) rows * Integer.BYTES, "text sizes")) {
            MemorySegment words = host.segment().asSlice(0, (long) rows * Integer.BYTES);
            run.fetch(lengths, words);
            for (int text = 0; text < rows; text++) {
                starts.segment().setAtIndex(JAVA_LONG, text, end);
                end += words.getAtIndex(JAVA_INT, text);
            }
        }
        starts.segment().setAtIndex(JAVA_LONG, rows, end);
        return end;
    }

    private void gather(Buffer addresses, Buffer lengths, int rows, Buffer starts, MemorySegment host) {
        try (Buffer together = together(addresses, lengths, rows, starts, host.byteSize())) {
            run.fetch(together, host);
        }
    }

    private Buffer together(Buffer addresses, Buffer lengths, int rows, Buffer starts, long bytes) {
        Buffer together = run.allocate(bytes + TEXT_MARGIN, "texts");
        try (Buffer places = run.small(starts.segment().asSlice(0, starts.byteSize()), "text starts")) {
            run.each(
                    KERNEL,
                    "gather_texts",
                    rows,
                    addresses.address(),
                    lengths.address(),
                    rows,
                    places.address(),
                    together.address());
            return together;
        }
    }

    private Buffer positions(int count, Buffer starts, boolean wide) {
        if (wide) {
            return starts.retain();
        }
        Buffer narrow = pool.allocate((count + 1L) * Integer.BYTES, "text offsets");
        for (int text = 0; text <= count; text++) {
            int start = (int) starts.segment().getAtIndex(JAVA_LONG, text);
            narrow.segment().setAtIndex(JAVA_INT, text, start);
        }
        return narrow;
    }
}
