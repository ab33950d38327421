package dev.sheaf.groupby.cuda.rows;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Columns of one type put below each other: bytes are copied, bits moved by `append_bits.cu` and offsets by
/// `append_offsets.cu`. No column is a dictionary, and bits of each begin at bit 0.
record StackedRows(DeviceRun run, List<DeviceColumn> parts) {
    private static final Specialization BITS = Specialization.of(KernelFile.APPEND_BITS);
    private static final Specialization OFFSETS = Specialization.of(KernelFile.APPEND_OFFSETS);

    /// Bytes behind the last text that may be read.
    private static final int TEXT_MARGIN = 16;

    private static final String PURPOSE = "rows put together";

    /// The column, to be closed by the caller; empty if texts come to more than 2 GiB.
    Optional<DeviceColumn> together() {
        try (Closer closer = new Closer()) {
            Buffer bits = validity(closer);
            Optional<DeviceColumn> made = parts.getFirst().offsets() == null
                    ? Optional.of(new DeviceColumn(type(), rows(), values(closer), bits, 0))
                    : texts(bits, closer);
            if (made.isPresent()) {
                closer.release();
            }
            return made;
        }
    }

    private DataType type() {
        return parts.getFirst().type();
    }

    private long rows() {
        return parts.stream().mapToLong(DeviceColumn::length).sum();
    }

    private @Nullable Buffer validity(Closer closer) {
        return parts.stream().allMatch(part -> part.validity() == null)
                ? null
                : bits(parts.stream().map(DeviceColumn::validityAddress).toList(), closer);
    }

    private Buffer values(Closer closer) {
        if (type().equals(DataType.BOOL)) {
            return bits(parts.stream().map(part -> part.values().address()).toList(), closer);
        }
        int width = type().layout().byteWidth();
        Buffer to = closer.add(run.allocate(Math.max(1, rows() * width), PURPOSE));
        long at = 0;
        for (DeviceColumn part : parts) {
            long bytes = part.length() * width;
            copy(part.values(), 0, to, at, bytes);
            at += bytes;
        }
        return to;
    }

    private void copy(Buffer from, long start, Buffer to, long at, long bytes) {
        if (bytes > 0) {
            run.stream().copy(from, start, to, at, bytes);
        }
    }

    private Buffer bits(List<Long> sources, Closer closer) {
        long words = (rows() + Long.SIZE - 1) / Long.SIZE + 1;
        Buffer to = closer.add(run.filled(words * Long.BYTES, 0, PURPOSE));
        long first = 0;
        for (int i = 0; i < parts.size(); i++) {
            long count = parts.get(i).length();
            run.each(BITS, "append_bits", (count + 31) / 32, sources.get(i), count, to.address(), first);
            first += count;
        }
        return to;
    }

    /// Which bytes of a part are its texts.
    private record Bytes(long start, long end) {
        long size() {
            return end - start;
        }
    }

    private Optional<DeviceColumn> texts(@Nullable Buffer bits, Closer closer) {
        List<Bytes> bytes = new ArrayList<>();
        parts.forEach(part -> bytes.add(bytes(part)));
        long total = bytes.stream().mapToLong(Bytes::size).sum();
        if (total > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        Buffer values = closer.add(run.allocate(total + TEXT_MARGIN, PURPOSE));
        Buffer offsets = closer.add(run.filled((rows() + 1) * Integer.BYTES, 0, PURPOSE));
        long row = 0;
        long at = 0;
        for (int i = 0; i < parts.size(); i++) {
            DeviceColumn part = parts.get(i);
            Bytes from = bytes.get(i);
            copy(part.values(), from.start(), values, at, from.size());
            long shift = at - from.start();
            run.each(
                    OFFSETS,
                    "append_offsets",
                    part.length(),
                    part.offsetsAddress(),
                    part.length(),
                    offsets.address(),
                    row,
                    shift);
            row += part.length();
            at += from.size();
        }
        return Optional.of(new DeviceColumn(type(), rows(), values, bits, 0, offsets));
    }

    private Bytes bytes(DeviceColumn part) {
        Buffer offsets = Objects.requireNonNull(part.offsets());
        MemorySegment both = Scratch.block(2 * Integer.BYTES);
        fetch(offsets, 0, both.asSlice(0, Integer.BYTES));
        fetch(offsets, part.length(), both.asSlice(Integer.BYTES, Integer.BYTES));
        return new Bytes(both.getAtIndex(JAVA_INT, 0), both.getAtIndex(JAVA_INT, 1));
    }

    private void fetch(Buffer offsets, long row, MemorySegment target) {
        try (Buffer one = offsets.slice(row * Integer.BYTES, Integer.BYTES)) {
            run.fetch(one, target);
        }
    }
}
