package dev.sheaf.io.zstd;

import java.util.Arrays;

/// Encodes symbols in finite-state entropy, last symbol first.
///
/// For a symbol with `count` states, a state goes out with as many low bits as bring the rest of it between
/// `count` and `2 count`, and that rest says which of the symbol's states comes next.
final class FseEncoder {
    private final int accuracy;
    private final char[] states;
    private final int[] deltaBits;
    private final int[] deltaState;

    FseEncoder(FseDistribution distribution) {
        int symbols = distribution.counts().length;
        this.accuracy = distribution.accuracy();
        this.deltaBits = new int[symbols];
        this.deltaState = new int[symbols];
        int[] next = new int[symbols];
        int total = 0;
        for (int symbol = 0; symbol < symbols; symbol++) {
            int count = distribution.statesOf(symbol);
            int maxBits = count <= 1 ? accuracy : accuracy - Words.highBit(count - 1);
            deltaBits[symbol] = (maxBits << 16) - (count << maxBits);
            deltaState[symbol] = total - count;
            next[symbol] = total;
            total += count;
        }
        this.states = new char[total];
        byte[] spread = distribution.spread();
        for (int state = 0; state < total; state++) {
            states[next[spread[state]]++] = (char) (total + state);
        }
    }

    /// A state from which the last symbol comes out without a bit before.
    int first(int symbol) {
        int bits = (deltaBits[symbol] + (1 << 15)) >>> 16;
        return states[(((bits << 16) - deltaBits[symbol]) >>> bits) + deltaState[symbol]];
    }

    /// Writes what leads from the state of a symbol before to `state`, and returns that earlier state.
    int encode(int state, int symbol, BitWriter output) {
        int bits = (state + deltaBits[symbol]) >>> 16;
        output.add(state & Words.lowBits(bits), bits);
        return states[(state >>> bits) + deltaState[symbol]];
    }

    /// Writes the state that the decoder begins with.
    void finish(int state, BitWriter output) {
        output.add(state & Words.lowBits(accuracy), accuracy);
    }

    /// A distribution that suits symbols which occur `counts` times each, two different ones at least.
    static FseDistribution distribution(int[] counts, int total, int maxAccuracy) {
        int symbols = 0;
        for (int count : counts) {
            symbols += count > 0 ? 1 : 0;
        }
        int needed = Math.max(5, Words.highBit(symbols) + 1);
        int accuracy = Math.clamp(Words.highBit(total) - 1, needed, Math.max(needed, maxAccuracy));
        int states = 1 << accuracy;
        int[] shares = new int[counts.length];
        int left = states;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            if (counts[symbol] > 0) {
                shares[symbol] = (int) Math.max(1, ((long) counts[symbol] * states + total / 2) / total);
                left -= shares[symbol];
            }
        }
        while (left != 0) {
            int largest = largest(shares);
            int change = left > 0 ? left : -Math.min(-left, Math.max(1, shares[largest] / 4));
            shares[largest] += change;
            left -= change;
        }
        return new FseDistribution(accuracy, shares);
    }

    private static int largest(int[] counts) {
        int largest = 0;
        for (int i = 1; i < counts.length; i++) {
            largest = counts[i] > counts[largest] ? i : largest;
        }
        return largest;
    }

    /// Bits that symbols which occur `counts` times take, table not included; infinite if one has no state.
    static double bits(int[] counts, FseDistribution distribution) {
        double bits = 0;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            if (counts[symbol] > 0) {
                if (symbol >= distribution.counts().length || distribution.counts()[symbol] == 0) {
                    return Double.POSITIVE_INFINITY;
                }
                double share = (double) distribution.statesOf(symbol) / distribution.states();
                bits -= counts[symbol] * Math.log(share) / Math.log(2);
            }
        }
        return bits;
    }

    /// Writes a distribution as [FseDistribution#read] reads it, and returns where it ends.
    static int write(FseDistribution distribution, byte[] target, int at) {
        int[] counts = distribution.counts();
        BitWriter output = new BitWriter(target, at);
        output.add(distribution.accuracy() - 5, 4);
        int left = distribution.states();
        for (int symbol = 0; left > 0; symbol++) {
            int width = Words.highBit(left + 1) + 1;
            int value = counts[symbol] + 1;
            int shorter = (1 << width) - 2 - left;
            if (value < shorter) {
                output.add(value, width - 1);
            } else {
                output.add(value >>> (width - 1) == 0 ? value : value + shorter, width);
            }
            left -= counts[symbol];
            if (counts[symbol] == 0) {
                int next = symbol + 1;
                while (counts[next] == 0) {
                    next++;
                }
                int zeros = next - symbol - 1;
                for (; zeros >= 3; zeros -= 3) {
                    output.add(3, 2);
                }
                output.add(zeros, 2);
                symbol = next - 1;
            }
        }
        return output.finish();
    }

    /// How often each of some symbols occurs.
    static int[] count(byte[] symbols, int from, int to, int kinds) {
        int[] counts = new int[kinds];
        for (int i = from; i < to; i++) {
            counts[Byte.toUnsignedInt(symbols[i])]++;
        }
        return counts;
    }

    /// Whether only one symbol occurs.
    static boolean isOne(int[] counts, int total) {
        return Arrays.stream(counts).anyMatch(count -> count == total);
    }
}
