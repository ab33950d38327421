package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

/// How often symbols occur among the `2^accuracy` states of finite-state entropy; -1 stands for a symbol that has
/// one state although it occurs less often than that. The counts add up to the states.
///
/// Source: RFC 8878, section 4.1.
record FseDistribution(int accuracy, int[] counts) {
    private static final int MIN_ACCURACY = 5;

    /// A distribution in a file and the position after it.
    record Read(FseDistribution distribution, int end) {}

    /// Reads a distribution of up to `symbols` symbols from the bytes `[start, end)`; 8 more bytes can be read.
    static Read read(byte[] bytes, int start, int end, int symbols, int maxAccuracy) {
        check(start < end, "a table of codes is missing");
        int accuracy = (bytes[start] & 15) + MIN_ACCURACY;
        check(accuracy <= maxAccuracy, "a table of codes has 2^" + accuracy + " states");
        int[] counts = new int[symbols];
        long bit = start * 8L + 4;
        int symbol = 0;
        for (int left = 1 << accuracy; left > 0; ) {
            check(symbol < symbols && bit >>> 3 < end, "a table of codes does not end");
            int width = Words.highBit(left + 1) + 1;
            int value = bits(bytes, bit, width);
            int shorter = (1 << width) - 2 - left;
            int low = value & ((1 << (width - 1)) - 1);
            boolean isShort = low < shorter;
            bit += isShort ? width - 1 : width;
            int count = (isShort ? low : low == value ? value : value - shorter) - 1;
            counts[symbol++] = count;
            left -= Math.abs(count);
            for (int zeros = count == 0 ? 3 : 0; zeros == 3; symbol += zeros, bit += 2) {
                check(bit >>> 3 < end, "a table of codes does not end");
                zeros = bits(bytes, bit, 2);
                check(symbol + zeros <= symbols, "a table of codes has too many of them");
            }
            check(left >= 0, "a table of codes is too full");
        }
        int after = (int) ((bit + 7) >>> 3);
        check(after <= end, "a table of codes does not end");
        return new Read(new FseDistribution(accuracy, counts), after);
    }

    private static int bits(byte[] bytes, long bit, int width) {
        return (int) (Words.getLong(bytes, (int) (bit >>> 3)) >>> (bit & 7)) & ((1 << width) - 1);
    }

    int states() {
        return 1 << accuracy;
    }

    /// The symbol of each state. Those of count -1 take the last states; the others are strewn over the rest.
    byte[] spread() {
        int states = states();
        byte[] symbols = new byte[states];
        int last = states - 1;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            if (counts[symbol] < 0) {
                symbols[last--] = (byte) symbol;
            }
        }
        int step = (states >> 1) + (states >> 3) + 3;
        int state = 0;
        for (int symbol = 0; symbol < counts.length; symbol++) {
            for (int i = 0; i < counts[symbol]; i++) {
                symbols[state] = (byte) symbol;
                do {
                    state = (state + step) & (states - 1);
                } while (state > last);
            }
        }
        return symbols;
    }

    /// How many states a symbol has.
    int statesOf(int symbol) {
        return Math.abs(counts[symbol]);
    }
}
