package dev.sheaf.io.zstd;

import java.util.Arrays;

/// Huffman codes of at most 11 bits for bytes, as the format orders them: longer codes have the lower numbers,
/// and of codes of one length those of the lower bytes.
///
/// `codes` has for each byte its code, shifted left by 8, and its bits; 0 for bytes that do not occur.
record HuffmanCode(int[] codes, int maxBits, int lastSymbol) {
    private static final int FULL = 1 << HuffmanDecoder.MAX_BITS;

    /// Codes for bytes that occur `counts` times, two different ones at least.
    static HuffmanCode of(int[] counts) {
        int[] symbols = byCount(counts);
        int[] bits = lengths(counts, symbols);
        fill(symbols, bits);
        int maxBits = Arrays.stream(bits).max().orElseThrow();
        int last = counts.length - 1;
        while (counts[last] == 0) {
            last--;
        }
        int[] codes = new int[counts.length];
        int from = 0;
        for (int length = maxBits; length > 0; length--) {
            for (int symbol = 0; symbol <= last; symbol++) {
                if (bits[symbol] == length) {
                    codes[symbol] = from >>> (maxBits - length) << 8 | length;
                    from += 1 << (maxBits - length);
                }
            }
        }
        return new HuffmanCode(codes, maxBits, last);
    }

    /// The bytes that occur, rarest first.
    private static int[] byCount(int[] counts) {
        long[] keys = new long[counts.length];
        int used = 0;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            if (counts[symbol] > 0) {
                keys[used++] = (long) counts[symbol] << 8 | symbol;
            }
        }
        Arrays.sort(keys, 0, used);
        int[] symbols = new int[used];
        Arrays.setAll(symbols, i -> (int) keys[i] & 0xFF);
        return symbols;
    }

    /// Huffman's algorithm with two queues: the bytes, and the trees made so far, both rarest first.
    private static int[] lengths(int[] counts, int[] symbols) {
        int leaves = symbols.length;
        long[] weight = new long[2 * leaves - 1];
        int[] parent = new int[2 * leaves - 1];
        for (int i = 0; i < leaves; i++) {
            weight[i] = counts[symbols[i]];
        }
        int leaf = 0;
        int tree = leaves;
        for (int made = leaves; made < weight.length; made++) {
            for (int child = 0; child < 2; child++) {
                boolean takesLeaf = leaf < leaves && (tree == made || weight[leaf] <= weight[tree]);
                int taken = takesLeaf ? leaf++ : tree++;
                weight[made] += weight[taken];
                parent[taken] = made;
            }
        }
        int[] depth = new int[weight.length];
        int[] bits = new int[counts.length];
        for (int node = weight.length - 2; node >= 0; node--) {
            depth[node] = depth[parent[node]] + 1;
            if (node < leaves) {
                bits[symbols[node]] = Math.min(depth[node], HuffmanDecoder.MAX_BITS);
            }
        }
        return bits;
    }

    /// Cutting long codes short takes more room than there is: rare bytes get longer codes until all fit, then
    /// frequent ones shorter codes until nothing is left over.
    private static void fill(int[] symbols, int[] bits) {
        int room = FULL;
        for (int symbol : symbols) {
            room -= FULL >> bits[symbol];
        }
        while (room < 0) {
            int chosen = -1;
            for (int symbol : symbols) {
                if (bits[symbol] < HuffmanDecoder.MAX_BITS && (chosen < 0 || bits[symbol] > bits[chosen])) {
                    chosen = symbol;
                }
            }
            bits[chosen]++;
            room += FULL >> bits[chosen];
        }
        while (room > 0) {
            for (int i = symbols.length - 1; i >= 0; i--) {
                int share = FULL >> bits[symbols[i]];
                if (share <= room) {
                    bits[symbols[i]]--;
                    room -= share;
                }
            }
        }
    }

    /// Bytes that the literals take, table not included.
    long bytes(int[] counts) {
        long bits = 0;
        for (int symbol = 0; symbol <= lastSymbol; symbol++) {
            bits += (long) counts[symbol] * (codes[symbol] & 0xFF);
        }
        return bits / 8;
    }

    /// Writes the table and returns where it ends, or -1 if it cannot be written.
    int writeTable(byte[] target, int at) {
        byte[] weights = new byte[lastSymbol];
        for (int symbol = 0; symbol < lastSymbol; symbol++) {
            int bits = codes[symbol] & 0xFF;
            weights[symbol] = (byte) (bits == 0 ? 0 : maxBits + 1 - bits);
        }
        int end = compress(weights, target, at + 1);
        int size = end - at - 1;
        if (end > 0 && size <= HuffmanWeights.MAX_COMPRESSED_BYTES && size < (weights.length + 1) / 2) {
            target[at] = (byte) size;
            return end;
        }
        if (weights.length > HuffmanWeights.MAX_SYMBOLS - 1 - HuffmanWeights.MAX_COMPRESSED_BYTES) {
            return -1;
        }
        target[at] = (byte) (HuffmanWeights.MAX_COMPRESSED_BYTES + weights.length);
        for (int i = 0; i < weights.length; i += 2) {
            int low = i + 1 < weights.length ? weights[i + 1] : 0;
            target[at + 1 + i / 2] = (byte) (weights[i] << 4 | low);
        }
        return at + 1 + (weights.length + 1) / 2;
    }

    /// Two states take turns; -1 if the weights are too few or all the same.
    private static int compress(byte[] weights, byte[] target, int at) {
        int[] counts = FseEncoder.count(weights, 0, weights.length, HuffmanDecoder.MAX_BITS + 1);
        if (weights.length < 4 || FseEncoder.isOne(counts, weights.length)) {
            return -1;
        }
        FseDistribution distribution = FseEncoder.distribution(counts, weights.length, HuffmanWeights.MAX_ACCURACY);
        FseEncoder encoder = new FseEncoder(distribution);
        BitWriter output = new BitWriter(target, FseEncoder.write(distribution, target, at));
        int[] states = new int[2];
        int last = weights.length - 1;
        states[last & 1] = encoder.first(weights[last]);
        states[last - 1 & 1] = encoder.first(weights[last - 1]);
        for (int i = last - 2; i >= 0; i--) {
            states[i & 1] = encoder.encode(states[i & 1], weights[i], output);
        }
        encoder.finish(states[1], output);
        encoder.finish(states[0], output);
        return output.finishStream();
    }

    /// Writes one stream of the literals `[from, to)` and returns where it ends.
    int writeStream(byte[] literals, int from, int to, byte[] target, int at) {
        BitWriter output = new BitWriter(target, at);
        for (int i = to - 1; i >= from; i--) {
            int code = codes[Byte.toUnsignedInt(literals[i])];
            output.add(code >>> 8, code & 0xFF);
        }
        return output.finishStream();
    }
}
