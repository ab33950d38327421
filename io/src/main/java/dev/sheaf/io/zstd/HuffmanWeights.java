package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

/// The weights of a Huffman table: 0 for a byte that does not occur, else `maxBits + 1` less the bits of its code.
///
/// `end` is where the table ends in the block. Source: RFC 8878, section 4.2.1.
record HuffmanWeights(byte[] weights, int count, int maxBits, int end) {
    static final int MAX_SYMBOLS = 256;
    static final int MAX_ACCURACY = 6;

    /// Bits of the longest code.
    static final int MAX_BITS = 11;

    /// Sizes up to here are of weights that are compressed; larger ones say how many weights of 4 bits follow.
    static final int MAX_COMPRESSED_BYTES = 127;

    private static final String DAMAGED = "a Huffman table is damaged";

    static HuffmanWeights read(byte[] block, int start, int end) {
        check(start < end, DAMAGED);
        byte[] weights = new byte[MAX_SYMBOLS];
        int header = Byte.toUnsignedInt(block[start]);
        int from = start + 1;
        int count = header - MAX_COMPRESSED_BYTES;
        int bytes = header <= MAX_COMPRESSED_BYTES ? header : (count + 1) / 2;
        check(bytes <= end - from, DAMAGED);
        if (header <= MAX_COMPRESSED_BYTES) {
            count = decompress(block, from, from + bytes, weights);
        } else {
            for (int i = 0; i < count; i++) {
                int pair = block[from + i / 2];
                weights[i] = (byte) ((i & 1) == 0 ? pair >>> 4 & 15 : pair & 15);
            }
        }
        return complete(weights, count, from + bytes);
    }

    /// The last weight is not written: it fills up the table.
    private static HuffmanWeights complete(byte[] weights, int count, int end) {
        int sum = 0;
        int ones = 0;
        for (int i = 0; i < count; i++) {
            check(weights[i] <= MAX_BITS, DAMAGED);
            sum += 1 << weights[i] >> 1;
            ones += weights[i] == 1 ? 1 : 0;
        }
        check(sum > 0, DAMAGED);
        int maxBits = Words.highBit(sum) + 1;
        int rest = (1 << maxBits) - sum;
        check(maxBits <= MAX_BITS && Integer.bitCount(rest) == 1, DAMAGED);
        weights[count] = (byte) (Words.highBit(rest) + 1);
        ones += weights[count] == 1 ? 1 : 0;
        check(ones >= 2 && (ones & 1) == 0, DAMAGED);
        return new HuffmanWeights(weights, count + 1, maxBits, end);
    }

    /// Two states take turns until the bits are used up; the last weights are those of the states then.
    private static int decompress(byte[] block, int start, int end, byte[] weights) {
        FseDistribution.Read read = FseDistribution.read(block, start, end, MAX_BITS + 2, MAX_ACCURACY);
        FseTable table = FseTable.of(read.distribution());
        int from = read.end();
        long bit = Words.streamBits(block, from, end, DAMAGED);
        int accuracy = table.accuracy();
        check(bit >= 2L * accuracy, DAMAGED);
        bit -= accuracy;
        int state = bits(block, from, bit, accuracy);
        bit -= accuracy;
        int other = bits(block, from, bit, accuracy);
        for (int count = 0; count < MAX_SYMBOLS - 2; count++) {
            long entry = table.entries()[state];
            weights[count] = (byte) FseTable.symbol(entry);
            bit -= FseTable.stateBits(entry);
            if (bit < 0) {
                weights[count + 1] = (byte) FseTable.symbol(table.entries()[other]);
                return count + 2;
            }
            state = other;
            other = FseTable.stateBase(entry) + bits(block, from, bit, FseTable.stateBits(entry));
        }
        throw new ZstdFormatException(DAMAGED);
    }

    private static int bits(byte[] block, int start, long bit, int width) {
        return (int) (Words.getLong(block, start + (int) (bit >> 3)) >>> (bit & 7)) & ((1 << width) - 1);
    }
}
