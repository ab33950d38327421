package dev.sheaf.groupby.cpu.key;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// How the lanes of a key share its words.
public record KeyLayout(List<KeyField> fields, int words, int bits) {

    /// Packs lanes of these widths, widest first, each into the first word with room; raw lanes come first and
    /// fill a word each.
    static KeyLayout of(List<KeyStream> lanes, int[] widths, int atLeastWords) {
        KeyField[] fields = new KeyField[lanes.size()];
        int[] used = new int[2 * lanes.size() + atLeastWords + 1];
        int words = atLeastWords;
        int bits = 0;
        List<Integer> widestFirst = IntStream.range(0, widths.length)
                .boxed()
                .sorted(Comparator.comparing((Integer lane) -> -widths[lane]))
                .toList();
        for (int lane : widestFirst) {
            int width = widths[lane];
            int word = firstWithRoom(used, width);
            fields[lane] = new KeyField(word, used[word], width, lanes.get(lane).base(width), -1);
            used[word] += width;
            words = Math.max(words, word + 1);
            bits += width;
        }
        for (int lane : widestFirst) {
            if (widths[lane] == Long.SIZE && lanes.get(lane).hasNulls()) {
                int word = firstWithRoom(used, 1);
                KeyField field = fields[lane];
                fields[lane] = new KeyField(field.word(), 0, Long.SIZE, field.base(), word * Long.SIZE + used[word]);
                used[word]++;
                words = Math.max(words, word + 1);
                bits++;
            }
        }
        return new KeyLayout(List.of(fields), words, bits);
    }

    private static int firstWithRoom(int[] used, int width) {
        int word = 0;
        while (used[word] + width > Long.SIZE) {
            word++;
        }
        return word;
    }

    /// The layout of these lanes for a hash table: one word of whole types, one word of tight ranges with the spare
    /// bits spread; the same in two words; as many words as whole types take. It has at least so many words.
    static KeyLayout hashed(List<KeyStream> lanes, int words) {
        int[] tight = lanes.stream().mapToInt(KeyStream::tightBits).toArray();
        int[] natural = lanes.stream().mapToInt(KeyStream::naturalBits).toArray();
        for (int limit = Math.min(words, 2); limit <= 2; limit++) {
            KeyLayout whole = of(lanes, natural, words);
            if (whole.words() <= limit) {
                return whole;
            }
            KeyLayout ranged = of(lanes, tight, words);
            if (ranged.words() <= limit) {
                return of(lanes, spread(lanes, tight, natural, limit), words);
            }
        }
        return of(lanes, natural, words);
    }

    /// Gives the lanes bits in turn as long as they fit so many words.
    private static int[] spread(List<KeyStream> lanes, int[] tight, int[] natural, int words) {
        int[] widths = tight.clone();
        boolean given = true;
        while (given) {
            given = false;
            for (int lane = 0; lane < widths.length; lane++) {
                if (widths[lane] < natural[lane] && widths[lane] < Long.SIZE - 1) {
                    widths[lane]++;
                    boolean fits = of(lanes, widths, 1).words() <= words;
                    widths[lane] -= fits ? 0 : 1;
                    given |= fits;
                }
            }
        }
        return widths;
    }
}
