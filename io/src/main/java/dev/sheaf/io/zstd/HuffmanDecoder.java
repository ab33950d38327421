package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.util.Arrays;

/// Decodes literals from Huffman codes of up to 11 bits.
///
/// Codes are read from the end of a stream to its start. The table has an entry for each 11 bits that may come
/// next: the symbol, and in the low 8 bits how many of the bits are its code.
///
/// Source: RFC 8878, section 4.2.
final class HuffmanDecoder {
    private static final int MAX_BITS = HuffmanWeights.MAX_BITS;
    private static final String DAMAGED = "a stream of literals does not have as many as it should";
    private static final int INDEX_SHIFT = Long.SIZE - MAX_BITS;
    private static final int JUMP_TABLE_BYTES = 6;

    /// Symbols that 8 bytes have for certain.
    private static final int STEP = 5;

    private final char[] table = new char[1 << MAX_BITS];
    private boolean hasTable;

    /// A new frame knows no table.
    void forget() {
        hasTable = false;
    }

    void checkHasTable() {
        check(hasTable, "the first literals of a frame use a table of earlier ones");
    }

    /// Reads the table that starts at `start` and returns where it ends.
    int readTable(byte[] block, int start, int end) {
        HuffmanWeights weights = HuffmanWeights.read(block, start, end);
        int from = 0;
        int maxBits = weights.maxBits();
        for (int weight = 1; weight <= maxBits; weight++) {
            int bits = maxBits + 1 - weight;
            int count = 1 << (MAX_BITS - bits);
            for (int symbol = 0; symbol < weights.count(); symbol++) {
                if (weights.weights()[symbol] == weight) {
                    Arrays.fill(table, from, from + count, (char) (symbol << 8 | bits));
                    from += count;
                }
            }
        }
        hasTable = true;
        return weights.end();
    }

    /// Decodes one stream of `count` literals.
    void decodeOne(byte[] block, int start, int end, byte[] target, int count) {
        decodeRest(block, start, Words.streamBits(block, start, end, DAMAGED), target, 0, count);
    }

    /// Decodes four streams of a quarter of the literals each, which a table of their sizes precedes. The loop is
    /// kept whole: four streams at a time hide the time that each look-up takes.
    ///
    /// The `bits` of a stream are 8 of its bytes, shifted so that what comes next is on top; the lowest bit that
    /// is set marks how far they have been shifted.
    void decodeFour(byte[] block, int start, int end, byte[] target, int count) {
        check(end - start >= JUMP_TABLE_BYTES, DAMAGED);
        int start1 = start + JUMP_TABLE_BYTES;
        int start2 = start1 + (int) Words.get(block, start, 2);
        int start3 = start2 + (int) Words.get(block, start + 2, 2);
        int start4 = start3 + (int) Words.get(block, start + 4, 2);
        int quarter = (count + 3) / 4;
        check(start4 <= end && 3 * quarter <= count, DAMAGED);
        long left1 = Words.streamBits(block, start1, start2, DAMAGED);
        long left2 = Words.streamBits(block, start2, start3, DAMAGED);
        long left3 = Words.streamBits(block, start3, start4, DAMAGED);
        long left4 = Words.streamBits(block, start4, end, DAMAGED);
        int at1 = start2 - Long.BYTES;
        int at2 = start3 - Long.BYTES;
        int at3 = start4 - Long.BYTES;
        int at4 = end - Long.BYTES;
        int out = 0;
        if (at1 >= start1 && at2 >= start2 && at3 >= start3 && at4 >= start4) {
            char[] entries = table;
            long bits1 = first(block, at1);
            long bits2 = first(block, at2);
            long bits3 = first(block, at3);
            long bits4 = first(block, at4);
            int fastEnd = count - 3 * quarter - STEP;
            while (out <= fastEnd && at1 >= start1 && at2 >= start2 && at3 >= start3 && at4 >= start4) {
                for (int i = out; i < out + STEP; i++) {
                    int entry1 = entries[(int) (bits1 >>> INDEX_SHIFT)];
                    int entry2 = entries[(int) (bits2 >>> INDEX_SHIFT)];
                    int entry3 = entries[(int) (bits3 >>> INDEX_SHIFT)];
                    int entry4 = entries[(int) (bits4 >>> INDEX_SHIFT)];
                    bits1 <<= entry1;
                    bits2 <<= entry2;
                    bits3 <<= entry3;
                    bits4 <<= entry4;
                    target[i] = (byte) (entry1 >>> 8);
                    target[i + quarter] = (byte) (entry2 >>> 8);
                    target[i + 2 * quarter] = (byte) (entry3 >>> 8);
                    target[i + 3 * quarter] = (byte) (entry4 >>> 8);
                }
                out += STEP;
                int used1 = Long.numberOfTrailingZeros(bits1);
                int used2 = Long.numberOfTrailingZeros(bits2);
                int used3 = Long.numberOfTrailingZeros(bits3);
                int used4 = Long.numberOfTrailingZeros(bits4);
                at1 -= used1 >>> 3;
                at2 -= used2 >>> 3;
                at3 -= used3 >>> 3;
                at4 -= used4 >>> 3;
                bits1 = (Words.getLong(block, at1) | 1) << (used1 & 7);
                bits2 = (Words.getLong(block, at2) | 1) << (used2 & 7);
                bits3 = (Words.getLong(block, at3) | 1) << (used3 & 7);
                bits4 = (Words.getLong(block, at4) | 1) << (used4 & 7);
            }
            left1 = left(at1, start1, bits1);
            left2 = left(at2, start2, bits2);
            left3 = left(at3, start3, bits3);
            left4 = left(at4, start4, bits4);
        }
        decodeRest(block, start1, left1, target, out, quarter);
        decodeRest(block, start2, left2, target, out + quarter, 2 * quarter);
        decodeRest(block, start3, left3, target, out + 2 * quarter, 3 * quarter);
        decodeRest(block, start4, left4, target, out + 3 * quarter, count);
    }

    private static long first(byte[] block, int at) {
        int unused = Integer.numberOfLeadingZeros(Byte.toUnsignedInt(block[at + Long.BYTES - 1])) - 23;
        return (Words.getLong(block, at) | 1) << unused;
    }

    private static long left(int at, int start, long bits) {
        return (at - start) * 8L + Long.SIZE - Long.numberOfTrailingZeros(bits);
    }

    /// Decodes literals one by one from the last of `left` bits, to the end of the stream.
    private void decodeRest(byte[] block, int start, long left, byte[] target, int from, int to) {
        long bit = left;
        for (int i = from; i < to; i++) {
            check(bit > 0, DAMAGED);
            long at = bit - MAX_BITS;
            long word = Words.getLong(block, start + (int) (at >> 3)) >>> (at & 7);
            int known = (int) Math.min(MAX_BITS, bit);
            int entry = table[(int) (word & ~Words.lowBits(MAX_BITS - known)) & (table.length - 1)];
            bit -= entry & 0xFF;
            target[i] = (byte) (entry >>> 8);
        }
        check(bit == 0, DAMAGED);
    }
}
