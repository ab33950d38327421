package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Lane;
import dev.sheaf.groupby.cpu.PlacedLoop.Key;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Finds the places of a block of rows, as a [PlacedLoop] finds those of each, in [passes][KeyPasses].
final class BlockPlaces {
    // The numbers of a whole key.
    static final int BASE = 0;
    static final int MOST = 1;
    static final int SHIFT = 2;

    private final PlacedLoop.Shape shape;
    private final MemorySegment wanted =
            Arena.ofAuto().allocate((long) (PlacedBlocks.ROWS + Long.SIZE) * Integer.BYTES, Long.BYTES);
    private final long[] words = new long[PlacedBlocks.ROWS];
    private final int[] numbers = new int[PlacedBlocks.ROWS];
    private PlacedLoop.@Nullable Inputs inputs;
    private int wantedMask = -1;

    BlockPlaces(PlacedLoop.Shape shape) {
        this.shape = shape;
    }

    /// Takes what is read from here on.
    void read(PlacedLoop.Inputs read) {
        inputs = read;
    }

    /// Whether passes can do all keys: texts, and whole numbers of ranges within those of their lanes.
    static boolean haveRanges(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs) {
        for (int key = 0; key < shape.keys().size(); key++) {
            Lane lane = shape.keys().get(key).lane();
            long base = inputs.numbers()[key * PlacedLoop.NUMBERS_A_KEY + BASE];
            long last = base + inputs.numbers()[key * PlacedLoop.NUMBERS_A_KEY + MOST];
            boolean any = shape.hashed() && shape.keys().get(key).bare();
            if (lane != Lane.NONE && !any && (base > last || !isWithin(lane, base, last))) {
                return false;
            }
        }
        return true;
    }

    /// Whether a range is within that of a lane, so that differences may be taken in so many bits.
    private static boolean isWithin(Lane lane, long base, long last) {
        return switch (lane) {
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> false;
            case INT64 -> true;
            case UINT32 -> base >= 0 && last <= 0xFFFF_FFFFL;
            case INT8, UINT8, INT16, UINT16, INT32 -> base >= Integer.MIN_VALUE && last <= Integer.MAX_VALUE;
        };
    }

    private PlacedLoop.Inputs inputs() {
        return java.util.Objects.requireNonNull(inputs);
    }

    /// Begins with some rows, whose masks are loaded.
    void begin(int from, int rows) {
        wantedMask = -1;
        if (shape.keys().getFirst().mask() >= 0) {
            wanted(shape.keys().getFirst().mask(), from, rows);
        }
    }

    /// Puts the places of these rows in an array; false if one has a key that is not known.
    boolean find(int from, int rows, int[] places) {
        for (int key = 0; key < shape.keys().size(); key++) {
            boolean known = shape.keys().get(key).lane() == Lane.NONE
                    ? findTexts(key, from, rows, places)
                    : findWhole(key, from, rows, places);
            if (!known) {
                return false;
            }
        }
        return true;
    }

    /// An int a row for a mask, from that of the first row of the masks on.
    private MemorySegment wanted(int mask, int from, int rows) {
        if (mask != wantedMask) {
            inputs().masks().widen(mask, from, from + rows, wanted);
            wantedMask = mask;
        }
        return wanted;
    }

    private boolean findWhole(int number, int from, int rows, int[] places) {
        Key key = shape.keys().get(number);
        return (key.mask() < 0 ? plain(number, from, rows, places) : masked(number, from, rows, places)) >= 0;
    }

    private long plain(int number, int from, int rows, int[] places) {
        Lane lane = shape.keys().get(number).lane();
        int at = number * PlacedLoop.NUMBERS_A_KEY;
        long base = inputs().numbers()[at + BASE];
        long most = inputs().numbers()[at + MOST];
        int shift = (int) inputs().numbers()[at + SHIFT];
        MemorySegment column = inputs().keys()[number];
        int keep = number == 0 ? 0 : -1;
        int first = (int) base;
        int range = (int) most;
        return switch (lane) {
            case INT8 -> KeyPasses.placeBytes(column, from, rows, -1, first, range, shift, keep, places);
            case UINT8 -> KeyPasses.placeBytes(column, from, rows, 0xFF, first, range, shift, keep, places);
            case INT16 -> KeyPasses.placeShorts(column, from, rows, -1, first, range, shift, keep, places);
            case UINT16 -> KeyPasses.placeShorts(column, from, rows, 0xFFFF, first, range, shift, keep, places);
            case INT32, UINT32 -> KeyPasses.placeInts(column, from, rows, first, range, shift, keep, places);
            case INT64 -> KeyPasses.placeLongs(column, from, rows, base, most, shift, keep, places);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(lane);
        };
    }

    private long masked(int number, int from, int rows, int[] places) {
        Key key = shape.keys().get(number);
        int numbersAt = number * PlacedLoop.NUMBERS_A_KEY;
        long base = inputs().numbers()[numbersAt + BASE];
        long most = inputs().numbers()[numbersAt + MOST];
        int shift = (int) inputs().numbers()[numbersAt + SHIFT];
        MemorySegment column = inputs().keys()[number];
        MemorySegment ints = wanted(key.mask(), from, rows);
        int at = from & (Long.SIZE - 1);
        int keep = number == 0 ? 0 : -1;
        int first = (int) base;
        int range = (int) most;
        return switch (key.lane()) {
            case INT8 -> KeyPasses.placeBytes(column, from, rows, ints, at, -1, first, range, shift, keep, places);
            case UINT8 -> KeyPasses.placeBytes(column, from, rows, ints, at, 0xFF, first, range, shift, keep, places);
            case INT16 -> KeyPasses.placeShorts(column, from, rows, ints, at, -1, first, range, shift, keep, places);
            case UINT16 ->
                KeyPasses.placeShorts(column, from, rows, ints, at, 0xFFFF, first, range, shift, keep, places);
            case INT32, UINT32 -> KeyPasses.placeInts(column, from, rows, ints, at, first, range, shift, keep, places);
            case INT64 -> KeyPasses.placeLongs(column, from, rows, ints, at, base, most, shift, keep, places);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(key);
        };
    }

    private boolean findTexts(int number, int from, int rows, int[] places) {
        Key key = shape.keys().get(number);
        int differing = loadTexts(number, key, from, rows);
        if (differing != 0 || gather(number, key, from, rows, key.bare() ? places : numbers) != 0) {
            return false;
        }
        int keep = number == 0 ? 0 : -1;
        int[] codes = inputs().codes()[number];
        int any = 0;
        if (!key.bare()) {
            any = key.mask() < 0
                    ? KeyPasses.code(numbers, rows, codes, keep, places)
                    : KeyPasses.code(
                            numbers, rows, wanted(key.mask(), from, rows), from & (Long.SIZE - 1), codes, keep, places);
        }
        return (any & PlacedLoop.UNKNOWN) == 0;
    }

    /// Not 0 if a text has another size.
    private int loadTexts(int number, Key key, int from, int rows) {
        long[] numberOf = inputs().numbers();
        int at = number * PlacedLoop.NUMBERS_A_KEY;
        MemorySegment bytes = inputs().keys()[number];
        if (key.even() > 0) {
            long first = numberOf[at + PlacedLoopBody.FIRST_BYTE] + (long) from * key.even();
            KeyPasses.loadEven(bytes, first, key.even(), rows, words);
            return 0;
        }
        MemorySegment offsets = inputs().offsets()[number];
        int size = (int) numberOf[at + PlacedLoopBody.SIZE];
        KeyPasses.load(bytes, offsets, from, rows, words);
        return key.mask() < 0
                ? KeyPasses.differingSizes(offsets, from, rows, size)
                : KeyPasses.differingSizes(
                        offsets, from, rows, wanted(key.mask(), from, rows), from & (Long.SIZE - 1), size);
    }

    private long gather(int number, Key key, int from, int rows, int[] target) {
        long[] numberOf = inputs().numbers();
        int at = number * PlacedLoop.NUMBERS_A_KEY;
        long sample = numberOf[at + PlacedLoopBody.SAMPLE];
        long fixed = numberOf[at + PlacedLoopBody.FIXED];
        long mask = numberOf[at + PlacedLoopBody.GATHERED];
        long factor = numberOf[at + PlacedLoopBody.GATHERED + 1];
        int down = (int) numberOf[at + PlacedLoopBody.GATHERED + 2];
        if (key.mask() < 0) {
            return KeyPasses.gather(words, rows, sample, fixed, mask, factor, down, target);
        }
        return KeyPasses.gather(
                words,
                rows,
                inputs().masks().bytes(),
                from - inputs().masks().origin(),
                Long.SIZE - 1 - key.mask(),
                sample,
                fixed,
                mask,
                factor,
                down,
                inputs().places() - 1L,
                target);
    }
}
