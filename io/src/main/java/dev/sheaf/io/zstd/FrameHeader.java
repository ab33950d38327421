package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What stands before the blocks of a frame, and where those start.
///
/// `contentSize` is -1 where the header does not say. The window is not needed: matches are copied from the
/// output itself, all of which is at hand.
///
/// Source: RFC 8878, section 3.1.1.1.
record FrameHeader(long contentSize, boolean hasChecksum, long blocksAt) {
    static final int MAGIC = 0xFD2FB528;
    static final int SKIPPABLE_MAGIC = 0x184D2A50;
    static final int SKIPPABLE_MASK = 0xFFFFFFF0;

    private static final String TRUNCATED = "the header of a frame is truncated";

    /// Reads the header whose magic number starts at `start`.
    static FrameHeader read(MemorySegment source, long start, long end) {
        check(end - start > Integer.BYTES, TRUNCATED);
        check(source.get(Words.INT, start) == MAGIC, "the magic number of a frame is missing");
        int flags = Byte.toUnsignedInt(source.get(ValueLayout.JAVA_BYTE, start + Integer.BYTES));
        check((flags & 8) == 0, "a reserved bit of a frame is set");
        boolean single = (flags & 0x20) != 0;
        int dictionaryBytes = new int[] {0, 1, 2, 4}[flags & 3];
        int sizeBytes = new int[] {single ? 1 : 0, 2, 4, 8}[flags >>> 6];
        long dictionaryAt = start + 5 + (single ? 0 : 1);
        long sizeAt = dictionaryAt + dictionaryBytes;
        check(sizeAt + sizeBytes <= end, TRUNCATED);
        long dictionary = number(source, dictionaryAt, dictionaryBytes);
        check(dictionary == 0, "it needs the dictionary " + dictionary + ", and dictionaries are not supported");
        long size = number(source, sizeAt, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
        check(size >= 0, "a frame of 2^63 bytes or more");
        return new FrameHeader(sizeBytes == 0 ? -1 : size, (flags & 4) != 0, sizeAt + sizeBytes);
    }

    private static long number(MemorySegment source, long at, int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= Byte.toUnsignedLong(source.get(ValueLayout.JAVA_BYTE, at + i)) << (i * Byte.SIZE);
        }
        return number;
    }

    /// What stands before a block: 3 bytes.
    ///
    /// `size` is how many bytes the block has in the frame, or, for a byte that repeats, how often it does.
    record Block(boolean isLast, int type, int size) {
        static final int RAW = 0;
        static final int REPEATED = 1;
        static final int COMPRESSED = 2;
        static final int HEADER_BYTES = 3;
        static final int MAX_BYTES = 1 << 17;

        /// Reads the header of a block whose contents are inside the frame, too.
        static Block read(MemorySegment source, long at, long end) {
            check(end - at >= HEADER_BYTES, "the header of a block is truncated");
            int header = (int) number(source, at, HEADER_BYTES);
            Block block = new Block((header & 1) != 0, header >>> 1 & 3, header >>> 3);
            check(block.type <= COMPRESSED, "a block of a reserved type");
            check(block.size <= MAX_BYTES, "a block of " + block.size + " bytes");
            check(block.storedBytes() <= end - at - HEADER_BYTES, "a block is truncated");
            return block;
        }

        int storedBytes() {
            return type == REPEATED ? 1 : size;
        }

        /// The most bytes the block can become.
        int maxContentBytes() {
            return type == COMPRESSED ? MAX_BYTES : size;
        }
    }
}
