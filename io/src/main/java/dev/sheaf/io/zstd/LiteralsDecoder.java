package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.util.Arrays;

/// Decodes the literals section of a block: the bytes that its sequences do not copy.
///
/// Source: RFC 8878, section 3.1.1.3.1.
final class LiteralsDecoder {
    static final int RAW = 0;
    static final int REPEATED = 1;
    static final int COMPRESSED = 2;

    /// Bytes past the literals that may be read.
    static final int SLACK = 32;

    private static final String TRUNCATED = "the literals of a block are truncated";

    private final HuffmanDecoder huffman = new HuffmanDecoder();
    private byte[] bytes = new byte[SLACK];
    private int size;

    /// A new frame knows no table of an earlier one.
    void startFrame() {
        huffman.forget();
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /// Decodes the section that starts at `start` and returns where it ends.
    int decode(byte[] block, int start, int end) {
        check(start < end, TRUNCATED);
        int type = block[start] & 3;
        return type < COMPRESSED ? plain(block, start, end, type) : compressed(block, start, end, type);
    }

    private int plain(byte[] block, int start, int end, int type) {
        int format = block[start] >>> 2 & 3;
        int headerBytes = format == 1 ? 2 : format == 3 ? 3 : 1;
        int count = (int) (Words.get(block, start, headerBytes) >>> (headerBytes == 1 ? 3 : 4));
        int from = start + headerBytes;
        int stored = type == RAW ? count : 1;
        check(from + stored <= end, TRUNCATED);
        reserve(count);
        if (type == RAW) {
            System.arraycopy(block, from, bytes, 0, count);
        } else {
            Arrays.fill(bytes, 0, count, block[from]);
        }
        return from + stored;
    }

    private int compressed(byte[] block, int start, int end, int type) {
        int format = block[start] >>> 2 & 3;
        int headerBytes = format < 2 ? 3 : format + 2;
        int width = format < 2 ? 10 : format == 2 ? 14 : 18;
        long header = Words.get(block, start, headerBytes);
        int count = (int) (header >>> 4 & Words.lowBits(width));
        int stored = (int) (header >>> (4 + width));
        int from = start + headerBytes;
        int to = from + stored;
        check(to <= end, TRUNCATED);
        reserve(count);
        int streams = from;
        if (type == COMPRESSED) {
            streams = huffman.readTable(block, from, to);
        } else {
            huffman.checkHasTable();
        }
        if (format == 0) {
            huffman.decodeOne(block, streams, to, bytes, count);
        } else {
            huffman.decodeFour(block, streams, to, bytes, count);
        }
        return to;
    }

    private void reserve(int count) {
        check(count <= FrameHeader.Block.MAX_BYTES, "a block has " + count + " literals");
        if (count + SLACK > bytes.length) {
            bytes = new byte[Math.min(FrameHeader.Block.MAX_BYTES, 2 * count) + SLACK];
        }
        size = count;
    }
}
