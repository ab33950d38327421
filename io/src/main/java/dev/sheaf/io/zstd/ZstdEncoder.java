package dev.sheaf.io.zstd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compresses to Zstandard frames, about as far as level 1 of the reference. An instance may be used again and
/// again, by one thread at a time; it keeps about 1.2 MB of heap for that.
public final class ZstdEncoder {
    private static final int BLOCK_BYTES = FrameHeader.Block.MAX_BYTES;
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int SIZE_OF_4_BYTES = 2 << 6;

    /// Literals may take all of a block, and so may sequences: at most 8 bytes for every 4.
    private static final int SCRATCH_BYTES = 3 * BLOCK_BYTES + 1024;

    private final MatchFinder finder = new MatchFinder();
    private final Sequences sequences = new Sequences();
    private final SequencesEncoder sequencesEncoder = new SequencesEncoder();
    private final byte[] scratch = new byte[SCRATCH_BYTES];

    /// The most bytes that `size` bytes can compress to.
    public static long maxCompressedSize(long size) {
        return size + FrameHeader.Block.HEADER_BYTES * (size / BLOCK_BYTES + 1) + 16;
    }

    /// Compresses the first `size` bytes of `source` into one frame in `target` from `at` on, where
    /// [#maxCompressedSize] bytes must have room, and returns where it ends. The frame states the size of its
    /// contents and has no checksum.
    public long compress(MemorySegment source, int size, MemorySegment target, long at) {
        target.set(Words.INT, at, FrameHeader.MAGIC);
        target.set(ValueLayout.JAVA_BYTE, at + 4, (byte) (SINGLE_SEGMENT | SIZE_OF_4_BYTES));
        target.set(Words.INT, at + 5, size);
        long position = at + 9;
        finder.startFrame();
        sequences.startFrame();
        int start = 0;
        do {
            int end = (int) Math.min(size, (long) start + BLOCK_BYTES);
            position = block(source, start, end, end == size, target, position);
            start = end;
        } while (start < size);
        return position;
    }

    private long block(MemorySegment source, int start, int end, boolean isLast, MemorySegment target, long at) {
        int size = end - start;
        long contentsAt = at + FrameHeader.Block.HEADER_BYTES;
        sequences.startBlock();
        finder.find(source, start, end, sequences);
        int literalsEnd = LiteralsEncoder.write(sequences.literals(), sequences.literalCount(), scratch, 0);
        int compressed = sequencesEncoder.write(sequences, scratch, literalsEnd);
        boolean smaller = compressed < size;
        if (smaller) {
            MemorySegment.copy(scratch, 0, target, ValueLayout.JAVA_BYTE, contentsAt, compressed);
        } else {
            sequences.dropBlock();
            MemorySegment.copy(source, start, target, contentsAt, size);
        }
        int type = smaller ? FrameHeader.Block.COMPRESSED : FrameHeader.Block.RAW;
        int header = (smaller ? compressed : size) << 3 | type << 1 | (isLast ? 1 : 0);
        for (int i = 0; i < FrameHeader.Block.HEADER_BYTES; i++) {
            target.set(ValueLayout.JAVA_BYTE, at + i, (byte) (header >>> (i * Byte.SIZE)));
        }
        return contentsAt + (smaller ? compressed : size);
    }
}
