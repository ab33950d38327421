package dev.sheaf.order;

import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.BitRuns;
import dev.sheaf.memory.RunPlaces;
import java.util.Arrays;
import java.util.Optional;

/// Texts that differ in few bits, as numbers of these bits: codes such as `C00012345` take four bits a digit, and what
/// all texts begin with none.
///
/// A text is zeros behind its end, and its size decides between texts that only differ in zeros.
record TextBits(VarColumn text, BitRuns[] runs, int sizeBits) implements Limb.Read {
    /// Finds the bits in which the texts of the rows differ; empty if they are too many for one number. Cost: a pass
    /// over the texts, which ends where they are too many.
    static Optional<TextBits> of(VarColumn text, LimbRange rows) {
        return TextDifferences.of(text, rows)
                .map(found -> new TextBits(
                        text,
                        Arrays.stream(found.masks()).mapToObj(BitRuns::new).toArray(BitRuns[]::new),
                        found.sizeBits()));
    }

    /// The greatest number that there may be.
    long most() {
        int bits = sizeBits + Arrays.stream(runs).mapToInt(BitRuns::bits).sum();
        return bits == 0 ? 0 : -1L >>> (Long.SIZE - bits);
    }

    @Override
    public void read(int[] rows, int from, int count, long[] out) {
        RunPlaces places = new RunPlaces(text.runs(), count);
        int[] block = new int[places.starts.length];
        long[] words = new long[block.length];
        long[] codes = new long[block.length];
        for (int done = 0; done < count; done += RunPlaces.ROWS) {
            int some = Math.min(RunPlaces.ROWS, count - done);
            System.arraycopy(rows, from + done, block, 0, some);
            places.find(block, some);
            encode(places, some, words, codes);
            System.arraycopy(codes, 0, out, done, some);
        }
    }

    private void encode(RunPlaces places, int count, long[] words, long[] codes) {
        int place = sizeBits;
        for (int i = 0; i < count; i++) {
            codes[i] = places.sizes[i] & ~(-1L << sizeBits);
        }
        for (int word = runs.length - 1; word >= 0; word--) {
            if (runs[word].bits() > 0) {
                places.words((long) word << 3, count, words);
                runs[word].compress(words, count, place, codes);
                place += runs[word].bits();
            }
        }
    }
}
