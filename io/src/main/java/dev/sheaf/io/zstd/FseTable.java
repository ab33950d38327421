package dev.sheaf.io.zstd;

/// A table to decode finite-state entropy: for each state a symbol, and how the next state is found.
///
/// An entry has, from the lowest bit on: how many bits to read for the next state (8 bits), what follows the
/// symbol in bits (8), what to add to the bits read for the next state (16), what the symbol stands for (32).
record FseTable(int accuracy, long[] entries) {

    /// The table for the codes of sequences.
    static FseTable of(FseDistribution distribution, SequenceCodes codes) {
        FseTable plain = of(distribution);
        long[] entries = plain.entries;
        for (int state = 0; state < entries.length; state++) {
            entries[state] = withSymbol(entries[state], symbol(entries[state]), codes);
        }
        return plain;
    }

    /// The table of one code that is never told.
    static FseTable ofOne(int code, SequenceCodes codes) {
        return new FseTable(0, new long[] {withSymbol(0, code, codes)});
    }

    private static long withSymbol(long entry, int code, SequenceCodes codes) {
        return (entry & 0xFFFF_00FFL) | (long) codes.extraBits(code) << 8 | (long) codes.base(code) << 32;
    }

    /// The table of symbols that stand for themselves.
    static FseTable of(FseDistribution distribution) {
        byte[] symbols = distribution.spread();
        int states = distribution.states();
        int[] next = new int[distribution.counts().length];
        for (int symbol = 0; symbol < next.length; symbol++) {
            next[symbol] = distribution.statesOf(symbol);
        }
        long[] entries = new long[states];
        for (int state = 0; state < states; state++) {
            int symbol = Byte.toUnsignedInt(symbols[state]);
            int number = next[symbol]++;
            int bits = distribution.accuracy() - Words.highBit(number);
            int base = (number << bits) - states;
            entries[state] = (long) symbol << 32 | (long) base << 16 | bits;
        }
        return new FseTable(distribution.accuracy(), entries);
    }

    static int stateBits(long entry) {
        return (int) entry & 0xFF;
    }

    static int extraBits(long entry) {
        return (int) (entry >>> 8) & 0xFF;
    }

    static int stateBase(long entry) {
        return (int) (entry >>> 16) & 0xFFFF;
    }

    static int symbol(long entry) {
        return (int) (entry >>> 32);
    }
}
