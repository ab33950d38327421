package dev.sheaf.groupby.cpu.key;

import java.util.List;

/// How the streams of a key share its words.
public record KeyLayout(List<KeyField> fields, int words, int bits) {

    /// Packs streams of these widths, widest first, each into the first word with room; raw streams come first and
    /// fill a word each.
    static KeyLayout of(List<KeyStream> streams, int[] widths, int atLeastWords) {
        KeyField[] fields = new KeyField[streams.size()];
        int[] used = new int[2 * streams.size() + atLeastWords + 1];
        int words = atLeastWords;
        int bits = 0;
        int[] widestFirst = widestFirst(widths);
        for (int stream : widestFirst) {
            int width = widths[stream];
            int word = firstWithRoom(used, width);
            fields[stream] =
                    new KeyField(word, used[word], width, streams.get(stream).base(width), -1);
            used[word] += width;
            words = Math.max(words, word + 1);
            bits += width;
        }
        for (int stream : widestFirst) {
            if (widths[stream] == Long.SIZE && streams.get(stream).hasNulls()) {
                int word = firstWithRoom(used, 1);
                KeyField field = fields[stream];
                fields[stream] = new KeyField(field.word(), 0, Long.SIZE, field.base(), word * Long.SIZE + used[word]);
                used[word]++;
                words = Math.max(words, word + 1);
                bits++;
            }
        }
        return new KeyLayout(List.of(fields), words, bits);
    }

    /// The numbers of the streams, those of equal width in their order.
    private static int[] widestFirst(int[] widths) {
        int[] order = new int[widths.length];
        for (int stream = 0; stream < widths.length; stream++) {
            int place = stream;
            for (; place > 0 && widths[order[place - 1]] < widths[stream]; place--) {
                order[place] = order[place - 1];
            }
            order[place] = stream;
        }
        return order;
    }

    private static int firstWithRoom(int[] used, int width) {
        int word = 0;
        while (used[word] + width > Long.SIZE) {
            word++;
        }
        return word;
    }

    /// The layout of these streams for a hash table: whole types, or ranges with the spare bits spread where these take
    /// fewer words. It has at least so many words.
    static KeyLayout hashed(List<KeyStream> streams, int words) {
        int[] tight = streams.stream().mapToInt(KeyStream::tightBits).toArray();
        int[] natural = streams.stream().mapToInt(KeyStream::naturalBits).toArray();
        KeyLayout whole = of(streams, natural, words);
        KeyLayout ranged = of(streams, tight, words);
        return ranged.words() < whole.words()
                ? of(streams, spread(streams, tight, natural, ranged.words()), words)
                : whole;
    }

    /// Gives the streams bits in turn as long as they fit so many words.
    private static int[] spread(List<KeyStream> streams, int[] tight, int[] natural, int words) {
        int[] widths = tight.clone();
        boolean given = true;
        while (given) {
            given = false;
            for (int stream = 0; stream < widths.length; stream++) {
                if (widths[stream] < natural[stream] && widths[stream] < Long.SIZE - 1) {
                    widths[stream]++;
                    boolean fits = of(streams, widths, 1).words() <= words;
                    widths[stream] -= fits ? 0 : 1;
                    given |= fits;
                }
            }
        }
        return widths;
    }
}
