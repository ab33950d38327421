package dev.sheaf.order;

import dev.sheaf.column.Validity;

/// Some bits of a sort key: numbers from 0 to `most - least` that order rows as unsigned numbers.
///
/// A key is one limb or several, the first counting most. Knowing the least and the most value leaves so few bits
/// of most keys that several of them fit one word.
record Limb(Read read, Validity validity, boolean descending, long least, long most) {
    /// Reads a number for each of `count` rows, whose numbers stand in `rows` from index `from` on. Unsigned numbers
    /// order as values do; those of null rows mean nothing.
    interface Read {
        void read(int[] rows, int from, int count, long[] out);
    }

    /// The number of bits.
    int width() {
        return Long.SIZE - Long.numberOfLeadingZeros(most - least);
    }

    /// Reads rows as [Read] does, the numbers shifted to begin at 0, those of null rows 0.
    void read(int[] rows, int from, int count, long[] out) {
        read.read(rows, from, count, out);
        if (descending) {
            for (int i = 0; i < count; i++) {
                out[i] = most - out[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[i] -= least;
            }
        }
        clearNulls(rows, from, count, out);
    }

    private void clearNulls(int[] rows, int from, int count, long[] out) {
        if (!validity.allValid()) {
            for (int i = 0; i < count; i++) {
                out[i] = validity.isValid(rows[from + i]) ? out[i] : 0;
            }
        }
    }

    /// Nulls as a limb of their own: one bit, which puts them before or after all values.
    static Limb nulls(Validity validity, boolean first) {
        long ofNull = first ? 0 : 1;
        Read read = (rows, from, count, out) -> {
            for (int i = 0; i < count; i++) {
                boolean valid = validity.isValid(rows[from + i]);
                out[i] = valid ? 1 - ofNull : ofNull;
            }
        };
        return new Limb(read, Validity.allValid(validity.length()), false, 0, 1);
    }
}
