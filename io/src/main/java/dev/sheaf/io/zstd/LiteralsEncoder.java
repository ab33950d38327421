package dev.sheaf.io.zstd;

import java.util.Arrays;

/// Writes the literals section of a block: Huffman coded where that is smaller.
final class LiteralsEncoder {
    /// Literals fewer than this are not worth a table; more than this go into four streams.
    private static final int MIN_CODED = 32;

    private static final int MAX_ONE_STREAM = 255;

    private LiteralsEncoder() {}

    /// Writes the first `count` literals and returns where the section ends.
    static int write(byte[] literals, int count, byte[] target, int at) {
        int[] counts = FseEncoder.count(literals, 0, count, HuffmanWeights.MAX_SYMBOLS);
        if (count > 1 && FseEncoder.isOne(counts, count)) {
            int end = plainHeader(LiteralsDecoder.REPEATED, count, target, at);
            target[end] = literals[0];
            return end + 1;
        }
        int end = count < MIN_CODED ? -1 : coded(literals, count, counts, target, at);
        return end < 0 ? raw(literals, count, target, at) : end;
    }

    private static int raw(byte[] literals, int count, byte[] target, int at) {
        int start = plainHeader(LiteralsDecoder.RAW, count, target, at);
        System.arraycopy(literals, 0, target, start, count);
        return start + count;
    }

    private static int plainHeader(int type, int count, byte[] target, int at) {
        if (count < 1 << 5) {
            target[at] = (byte) (count << 3 | type);
            return at + 1;
        }
        int bytes = count < 1 << 12 ? 2 : 3;
        Words.setLong(target, at, (long) count << 4 | (bytes == 2 ? 1 : 3) << 2 | type);
        return at + bytes;
    }

    /// The end of the section, or -1 if coding gains too little.
    private static int coded(byte[] literals, int count, int[] counts, byte[] target, int at) {
        HuffmanCode code = HuffmanCode.of(counts);
        int gain = (count >>> 6) + 8;
        if (code.bytes(counts) + gain >= count) {
            return -1;
        }
        boolean one = count <= MAX_ONE_STREAM;
        int format = one ? 0 : count < 1 << 10 ? 1 : count < 1 << 14 ? 2 : 3;
        int headerBytes = format < 2 ? 3 : format + 2;
        int start = at + headerBytes;
        int position = code.writeTable(target, start);
        if (position < 0) {
            return -1;
        }
        int end = one
                ? code.writeStream(literals, 0, count, target, position)
                : writeFour(code, literals, count, target, position);
        int size = end - start;
        if (end < 0 || size + gain >= count) {
            return -1;
        }
        int width = format < 2 ? 10 : format == 2 ? 14 : 18;
        long header = (long) size << (4 + width) | (long) count << 4 | format << 2 | LiteralsDecoder.COMPRESSED;
        for (int i = 0; i < headerBytes; i++) {
            target[at + i] = (byte) (header >>> (i * Byte.SIZE));
        }
        return end;
    }

    private static int writeFour(HuffmanCode code, byte[] literals, int count, byte[] target, int at) {
        int quarter = (count + 3) / 4;
        int position = at + 6;
        int[] sizes = new int[4];
        for (int i = 0; i < 4; i++) {
            int end = code.writeStream(literals, i * quarter, Math.min(count, (i + 1) * quarter), target, position);
            sizes[i] = end - position;
            position = end;
        }
        for (int i = 0; i < 3; i++) {
            target[at + 2 * i] = (byte) sizes[i];
            target[at + 2 * i + 1] = (byte) (sizes[i] >>> 8);
        }
        return Arrays.stream(sizes).max().orElseThrow() < 1 << 16 ? position : -1;
    }
}
