package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Lane;
import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Key;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Blocks of rows that have a few keys, which are taken key by key: [each pass][FewKeyPasses] goes over all rows
/// and makes one number of those that have one key. So rows need no places, and no row waits for what the one
/// before has written. Only floats, which are added in order, go by place.
final class FewKeys {
    /// With more passes than these rows are sooner looked up in a hash, one by one: a pass takes 0.1 to 0.15 ns a
    /// row, and the loop 1.2 where it only counts.
    static final int MOST_HASHED = 12;

    /// And sooner go to their places, in passes that are the same for any number of keys.
    static final int MOST_IN_RANGE = 6;

    /// What rows of a block may be counted to.
    private static final int COUNTED = 2 * PlacedBlocks.ROWS - 1;

    private final PlacedLoop.Shape shape;
    private final long[] words = new long[PlacedBlocks.ROWS];
    private final long[] wide = new long[PlacedBlocks.ROWS];
    private final Field counts;
    private final long[] rowsOf = new long[MOST_HASHED];
    private final long[] counted = new long[MOST_HASHED];
    private long[] keys = new long[0];
    private int[] places = new int[0];
    private PlacedLoop.@Nullable Inputs inputs;

    FewKeys(PlacedLoop.Shape shape) {
        this.shape = shape;
        this.counts = shape.fields().getFirst();
    }

    /// Whether there are as few keys: numbers that a hash gives places, or a single key of a short range, none of
    /// them masked. A range has places without a look at any key, so floats may as well go there.
    static boolean canTake(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs) {
        if (shape.keys().stream().anyMatch(key -> key.lane() == Lane.NONE || key.mask() >= 0)) {
            return false;
        }
        PlaceHash hash = inputs.hash();
        if (hash != null) {
            return hash.count() <= MOST_HASHED / passes(shape) && BlockPlaces.haveRanges(shape, inputs);
        }
        long most = inputs.numbers()[BlockPlaces.MOST];
        return shape.keys().size() == 1
                && shape.fields().stream().noneMatch(field -> field.op() == Op.ADD_DOUBLE)
                && most >= 0
                && most < MOST_IN_RANGE / passes(shape)
                && BlockPlaces.haveRanges(shape, inputs);
    }

    /// How many passes a key takes: one for each word of a place, and one for places if floats are added there.
    private static int passes(PlacedLoop.Shape shape) {
        IntStream words = shape.fields().stream().mapToInt(field -> field.op() == Op.ADD_DOUBLE ? -1 : field.word());
        return (int) words.distinct().count();
    }

    /// Takes what is read from here on.
    void read(PlacedLoop.Inputs read) {
        inputs = read;
        PlaceHash hash = read.hash();
        if (hash != null) {
            places = hash.placesTaken();
            keys = Arrays.stream(places).mapToLong(hash::key).toArray();
        } else {
            long base = read.numbers()[BlockPlaces.BASE];
            int count = (int) read.numbers()[BlockPlaces.MOST] + 1;
            int shift = (int) read.numbers()[BlockPlaces.SHIFT];
            keys = LongStream.range(0, count).map(code -> base + code).toArray();
            places = IntStream.range(0, count).map(code -> (code + 1) << shift).toArray();
        }
    }

    /// Finds out which rows have which key; false if one has another. The word that counts rows is summed here, as
    /// it tells how many they are.
    boolean find(BlockSums sums, int from, int rows) {
        if (!load(from, rows)) {
            return false;
        }
        long known = 0;
        for (int key = 0; key < keys.length; key++) {
            counted[key] = sums.isEven(counts.word())
                    ? sums.words(counts.word())[0] * FewKeyPasses.count(words, rows, keys[key])
                    : FewKeyPasses.sum(words, sums.words(counts.word()), rows, keys[key]);
            rowsOf[key] = counted[key] >>> counts.shift() & COUNTED;
            known += rowsOf[key];
        }
        return known == rows;
    }

    private boolean load(int from, int rows) {
        PlacedLoop.Inputs read = java.util.Objects.requireNonNull(inputs);
        for (int key = 0; key < shape.keys().size(); key++) {
            Key own = shape.keys().get(key);
            if (own.bare() || !shape.hashed()) {
                Widen.lane(own.lane(), read.keys()[key], from, rows, words);
                continue;
            }
            int at = key * PlacedLoop.NUMBERS_A_KEY;
            long base = read.numbers()[at + BlockPlaces.BASE];
            long most = read.numbers()[at + BlockPlaces.MOST];
            int shift = (int) read.numbers()[at + BlockPlaces.SHIFT];
            Widen.lane(own.lane(), read.keys()[key], from, rows, wide);
            if (KeyPasses.pack(wide, rows, base, most, shift, key == 0 ? 0 : -1, words) < 0) {
                return false;
            }
        }
        return true;
    }

    /// Adds to the words of the keys' places what they grow by.
    void add(BlockSums sums, int rows, long[] states) {
        for (int word = 0; word < 1 << shape.wordShift(); word++) {
            for (int key = 0; key < keys.length && sums.grows(word); key++) {
                states[(places[key] << shape.wordShift()) + word] += grown(sums, word, key, rows);
            }
        }
    }

    private long grown(BlockSums sums, int word, int key, int rows) {
        if (word == counts.word()) {
            return counted[key];
        }
        return sums.isEven(word)
                ? rowsOf[key] * sums.words(word)[0]
                : FewKeyPasses.sum(words, sums.words(word), rows, keys[key]);
    }

    /// Has the keys' places take the extremes of these values.
    void take(Field extreme, long[] values, int rows, long[] states) {
        for (int key = 0; key < keys.length; key++) {
            int at = (places[key] << shape.wordShift()) + extreme.word();
            states[at] = extreme.op() == Op.MIN
                    ? FewKeyPasses.least(words, values, rows, keys[key], states[at])
                    : FewKeyPasses.most(words, values, rows, keys[key], states[at]);
        }
    }

    /// Puts the places of these rows in an array.
    void places(int rows, int[] placeOf) {
        Arrays.fill(placeOf, 0, rows, places[0]);
        for (int key = 1; key < keys.length; key++) {
            FewKeyPasses.move(words, rows, keys[key], places[key] - places[0], placeOf);
        }
    }
}
