package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Decompresses Zstandard frames. An instance may be used again and again, by one thread at a time; it keeps up to
/// 300 KB of heap for that.
public final class ZstdDecoder {
    /// Bytes before and after a block that may be read.
    private static final int SLACK = 16;

    private final LiteralsDecoder literals = new LiteralsDecoder();
    private final SequencesDecoder sequences = new SequencesDecoder();
    private byte[] block = new byte[2 * SLACK];

    /// Decompresses the frames in the bytes `[start, end)` of `source`, one after the other, into the first
    /// bytes of `target` and returns how many those are, at most `limit`. Frames to be skipped are skipped.
    /// Checksums of contents are verified where there are any.
    ///
    /// @throws ZstdFormatException if these are no complete frames or their contents do not fit; the first `limit`
    ///     bytes of `target` may have changed then
    public long decompress(MemorySegment source, long start, long end, MemorySegment target, long limit) {
        long position = start;
        long written = 0;
        while (position < end) {
            long skipped = skippable(source, position, end);
            if (skipped >= 0) {
                position = skipped;
                continue;
            }
            FrameHeader header = FrameHeader.read(source, position, end);
            check(header.contentSize() <= limit - written, "a frame of more bytes than there is room for");
            long frameStart = written;
            literals.startFrame();
            sequences.startFrame();
            FrameHeader.Block next;
            position = header.blocksAt();
            do {
                next = FrameHeader.Block.read(source, position, end);
                position += FrameHeader.Block.HEADER_BYTES;
                written = block(next, source, position, target, frameStart, written, limit);
                position += next.storedBytes();
            } while (!next.isLast());
            long size = written - frameStart;
            check(
                    header.contentSize() < 0 || header.contentSize() == size,
                    "a frame of " + size + " bytes says that it has " + header.contentSize());
            if (header.hasChecksum()) {
                check(end - position >= Integer.BYTES, "the checksum of a frame is truncated");
                int sum = (int) XxHash64.hash(target, frameStart, written);
                check(source.get(Words.INT, position) == sum, "the checksum of a frame does not match its contents");
                position += Integer.BYTES;
            }
        }
        return written;
    }

    private long block(
            FrameHeader.Block header,
            MemorySegment source,
            long at,
            MemorySegment target,
            long frameStart,
            long written,
            long limit) {
        if (header.type() == FrameHeader.Block.COMPRESSED) {
            int end = SLACK + header.size();
            load(source, at, header.size());
            int sequencesAt = literals.decode(block, SLACK, end);
            long room = Math.min(limit, written + FrameHeader.Block.MAX_BYTES);
            return sequences.decode(block, sequencesAt, end, literals, target, frameStart, written, room);
        }
        check(header.size() <= limit - written, "a block of more bytes than there is room for");
        if (header.type() == FrameHeader.Block.RAW) {
            MemorySegment.copy(source, at, target, written, header.size());
        } else {
            byte repeated = source.get(ValueLayout.JAVA_BYTE, at);
            target.asSlice(written, header.size()).fill(repeated);
        }
        return written + header.size();
    }

    private void load(MemorySegment source, long at, int size) {
        if (size + 2 * SLACK > block.length) {
            block = Arrays.copyOf(block, Math.min(FrameHeader.Block.MAX_BYTES, 2 * size) + 2 * SLACK);
        }
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, at, block, SLACK, size);
    }

    /// Where the frame ends that is to be skipped, or -1 if it is none.
    private static long skippable(MemorySegment source, long position, long end) {
        check(end - position >= Integer.BYTES, "a frame is truncated");
        if ((source.get(Words.INT, position) & FrameHeader.SKIPPABLE_MASK) != FrameHeader.SKIPPABLE_MAGIC) {
            return -1;
        }
        check(end - position >= 2 * Integer.BYTES, "a frame is truncated");
        long size = Integer.toUnsignedLong(source.get(Words.INT, position + Integer.BYTES));
        check(size <= end - position - 2 * Integer.BYTES, "a frame is truncated");
        return position + 2 * Integer.BYTES + size;
    }

    /// The most bytes that the frames in `[start, end)` can become: the sizes that they state, and no more than
    /// their blocks can hold. Looks at the headers of frames and blocks alone.
    ///
    /// @throws ZstdFormatException if these are no complete frames
    public static long maxContentSize(MemorySegment source, long start, long end) {
        long total = 0;
        long position = start;
        while (position < end) {
            long skipped = skippable(source, position, end);
            if (skipped >= 0) {
                position = skipped;
                continue;
            }
            FrameHeader header = FrameHeader.read(source, position, end);
            position = header.blocksAt();
            long most = 0;
            FrameHeader.Block block;
            do {
                block = FrameHeader.Block.read(source, position, end);
                position += FrameHeader.Block.HEADER_BYTES + block.storedBytes();
                most += block.maxContentBytes();
            } while (!block.isLast());
            total += header.contentSize() < 0 ? most : Math.min(most, header.contentSize());
            position += header.hasChecksum() ? Integer.BYTES : 0;
        }
        return total;
    }
}
