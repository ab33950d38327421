package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Lane;
import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import dev.sheaf.groupby.cpu.PlacedLoop.Value;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Does what a [PlacedLoop] does, a block of rows at a time: [passes][BlockPasses] that the compiler has done to
/// several rows at once put the places of a block in an array, and what each word of a place grows by in
/// others; then these are added to the states.
///
/// A block with a row that would stop the loop is halved until the row is found. Rows with nulls, texts and
/// hashed keys are left to the loop.
final class PlacedBlocks {
    /// Rows of a block: all arrays stay in the first-level cache.
    static final int ROWS = 256;

    /// Rows of all queries that passes might have taken: only a process that has had some pays for compiling them.
    private static final AtomicLong SEEN = new AtomicLong();

    /// By the logarithm of the number of places, what makes rows of a block take copies of their states by turns.
    private static final MemorySegment[] TURNS = IntStream.rangeClosed(0, PlacedWords.FEW_PLACES_LOG)
            .mapToObj(PlacedBlocks::turns)
            .toArray(MemorySegment[]::new);

    private final PlacedLoop.Shape shape;
    private final PlacedLoop.Inputs inputs;
    private final PlacedWords target;
    private final int[] places = new int[ROWS];
    private final long[][] words;
    private final boolean[] begun;
    private final long[] ones;
    private final List<List<Field>> sums;
    private final List<Field> extremes;
    private final List<Field> floats;
    private final long[] some = new long[ROWS];
    private final long[] others = new long[ROWS];
    private final double[] doubles = new double[ROWS];

    PlacedBlocks(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs, PlacedWords target) {
        this.shape = shape;
        this.inputs = inputs;
        this.target = target;
        this.words = new long[1 << shape.wordShift()][ROWS];
        this.begun = new boolean[words.length];
        this.ones = new long[words.length];
        fields(Op.COUNT).forEach(field -> ones[field.word()] += 1L << field.shift());
        this.sums = IntStream.range(0, shape.values().size())
                .mapToObj(value -> fields(Op.ADD, Op.ADD_SQUARE, Op.ADD_PRODUCT).stream()
                        .filter(field -> field.first() == value)
                        .toList())
                .toList();
        this.extremes = fields(Op.MIN, Op.MAX);
        this.floats = fields(Op.ADD_DOUBLE);
    }

    private static MemorySegment turns(int placesLog) {
        MemorySegment turns = Arena.ofAuto().allocate(ValueLayout.JAVA_INT, ROWS);
        for (int row = 0; row < ROWS; row++) {
            turns.setAtIndex(ValueLayout.JAVA_INT, row, (row % PlacedWords.COPIES) << placesLog);
        }
        return turns;
    }

    private List<Field> fields(Op... ops) {
        return shape.fields().stream()
                .filter(field -> List.of(ops).contains(field.op()))
                .toList();
    }

    /// Whether to do so for so many rows: if it can be done, and has been possible for `least` rows of the process.
    static boolean take(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs, int rows, long least) {
        return canTake(shape, inputs) && SEEN.addAndGet(rows) > least;
    }

    /// Whether all rows count, and all keys are whole numbers of a range, which text and keys that are hashed
    /// are not.
    private static boolean canTake(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs) {
        return !shape.hashed()
                && !shape.many()
                && shape.masks() == 0
                && shape.fields().stream().noneMatch(field -> field.op().isPackedExtreme())
                && IntStream.range(0, shape.keys().size()).allMatch(key -> {
                    long base = inputs.numbers()[key * PlacedLoop.NUMBERS_A_KEY];
                    long last = base + inputs.numbers()[key * PlacedLoop.NUMBERS_A_KEY + 1];
                    return base <= last && isWithin(shape.keys().get(key).lane(), base, last);
                });
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

    /// Takes rows as [PlacedLoop#add] does.
    int add(int from, int to) {
        int next = from;
        while (next < to) {
            int rows = Math.min(ROWS, to - next);
            int done = block(next, rows);
            next += done;
            if (done < rows) {
                break;
            }
        }
        return next;
    }

    /// How many rows were taken.
    private int block(int from, int rows) {
        if (findPlaces(from, rows) && sum(from, rows)) {
            scatter(from, rows);
            return rows;
        }
        int half = rows / 2;
        if (half == 0) {
            return 0;
        }
        int done = block(from, half);
        return done < half ? done : half + block(from + half, rows - half);
    }

    /// False if a key is outside its range.
    private boolean findPlaces(int from, int rows) {
        long outside = 0;
        for (int key = 0; key < inputs.keys().length; key++) {
            outside |= addCodes(key, from, rows);
        }
        return outside >= 0;
    }

    private long addCodes(int number, int from, int rows) {
        Lane lane = shape.keys().get(number).lane();
        int at = number * PlacedLoop.NUMBERS_A_KEY;
        long base = inputs.numbers()[at];
        long most = inputs.numbers()[at + 1];
        int shift = (int) inputs.numbers()[at + 2];
        MemorySegment column = inputs.keys()[number];
        int keep = number == 0 ? 0 : -1;
        int first = (int) base;
        int range = (int) most;
        return switch (lane) {
            case INT8 -> BlockPasses.placeBytes(column, from, rows, -1, first, range, shift, keep, places);
            case UINT8 -> BlockPasses.placeBytes(column, from, rows, 0xFF, first, range, shift, keep, places);
            case INT16 -> BlockPasses.placeShorts(column, from, rows, -1, first, range, shift, keep, places);
            case UINT16 -> BlockPasses.placeShorts(column, from, rows, 0xFFFF, first, range, shift, keep, places);
            case INT32, UINT32 -> BlockPasses.placeInts(column, from, rows, first, range, shift, keep, places);
            case INT64 -> BlockPasses.placeLongs(column, from, rows, base, most, shift, keep, places);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(lane);
        };
    }

    /// Puts together what words grow by; false if a value is larger than it may be.
    private boolean sum(int from, int rows) {
        java.util.Arrays.fill(begun, false);
        for (int value = 0; value < sums.size(); value++) {
            if (!sum(value, from, rows)) {
                return false;
            }
        }
        for (int word = 0; word < words.length; word++) {
            if (!begun[word] && ones[word] != 0) {
                java.util.Arrays.fill(words[word], 0, rows, ones[word]);
            }
        }
        return true;
    }

    private boolean sum(int number, int from, int rows) {
        Value value = shape.values().get(number);
        List<Field> fields = sums.get(number);
        long any = 0;
        for (int i = 0; i < fields.size(); i++) {
            any |= sum(fields.get(i), value, from, rows);
        }
        return value.bits() == 0 || any >>> (margin(value) == 0 ? value.bits() : PlacedLoopBody.SAFE_BITS + 1) == 0;
    }

    /// What is added to 64-bit numbers before they are tested, so that those near 0 have few bits.
    private static long margin(Value value) {
        return value.bits() == Long.SIZE ? 1L << PlacedLoopBody.SAFE_BITS : 0;
    }

    /// Returns the bits that values have.
    private long sum(Field field, Value value, int from, int rows) {
        int word = field.word();
        long keep = begun[word] ? -1 : 0;
        long more = begun[word] ? 0 : ones[word];
        begun[word] = true;
        if (field.op() != Op.ADD) {
            return product(field, rows, from, keep, more);
        }
        MemorySegment column = inputs.values()[field.first()];
        return addValues(value, column, from, rows, field.shift(), more, keep, words[word]);
    }

    private static long addValues(
            Value value, MemorySegment column, int from, int rows, int shift, long more, long keep, long[] words) {
        return switch (value.lane()) {
            case INT8 -> BlockPasses.addBytes(column, from, rows, -1, shift, more, keep, words);
            case UINT8 -> BlockPasses.addBytes(column, from, rows, 0xFF, shift, more, keep, words);
            case INT16 -> BlockPasses.addShorts(column, from, rows, -1, shift, more, keep, words);
            case UINT16 -> BlockPasses.addShorts(column, from, rows, 0xFFFF, shift, more, keep, words);
            case INT32 -> BlockPasses.addInts(column, from, rows, -1, shift, more, keep, words);
            case UINT32 -> BlockPasses.addInts(column, from, rows, 0xFFFF_FFFFL, shift, more, keep, words);
            case INT64 -> BlockPasses.addLongs(column, from, rows, margin(value), shift, more, keep, words);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(value);
        };
    }

    /// Returns the bits that the first values have; those of the second are tested with a field of their own.
    private long product(Field field, int rows, int from, long keep, long more) {
        long[] target = words[field.word()];
        if (keep == 0) {
            java.util.Arrays.fill(target, 0, rows, more);
        }
        load(field.first(), from, rows, some);
        if (field.op() == Op.ADD_PRODUCT) {
            load(field.second(), from, rows, others);
        }
        return BlockPasses.addProducts(some, field.op() == Op.ADD_PRODUCT ? others : some, rows, field.shift(), target);
    }

    private void load(int number, int from, int rows, long[] longs) {
        Value value = shape.values().get(number);
        Widen.lane(value.lane(), inputs.values()[number], from, rows, longs);
    }

    private void scatter(int from, int rows) {
        if (target.hasCopies()) {
            BlockPasses.turn(TURNS[Integer.numberOfTrailingZeros(target.places())], rows, places);
        }
        boolean single = words.length == 1 && extremes.isEmpty();
        if (single && floats.isEmpty()) {
            BlockPasses.scatter(places, words[0], rows, target.words());
        } else if (single && floats.size() == 1 && lieInPlace(floats.getFirst())) {
            MemorySegment column = inputs.values()[floats.getFirst().first()];
            BlockPasses.scatter(places, words[0], column, from, rows, target.words(), target.doubles());
        } else {
            scatterEach(from, rows);
        }
    }

    /// Whether floats need nothing but to be added.
    private boolean lieInPlace(Field field) {
        Value value = shape.values().get(field.first());
        return value.lane() == Lane.FLOAT64;
    }

    private void scatterEach(int from, int rows) {
        for (int word = 0; word < words.length; word++) {
            if (begun[word] || ones[word] != 0) {
                BlockPasses.scatter(places, words[word], rows, target.words(), shape.wordShift(), word);
            }
        }
        for (int i = 0; i < floats.size(); i++) {
            scatterFloats(floats.get(i), from, rows);
        }
        for (int i = 0; i < extremes.size(); i++) {
            scatterExtreme(extremes.get(i), from, rows);
        }
    }

    private void scatterFloats(Field field, int from, int rows) {
        Value value = shape.values().get(field.first());
        MemorySegment column = inputs.values()[field.first()];
        int shift = shape.doubleShift();
        if (lieInPlace(field)) {
            BlockPasses.scatter(places, column, from, rows, target.doubles(), shift, field.word());
            return;
        }
        Widen.lane(value.lane(), column, from, rows, doubles);
        BlockPasses.scatter(places, doubles, rows, target.doubles(), shift, field.word());
    }

    private void scatterExtreme(Field field, int from, int rows) {
        boolean least = field.op() == Op.MIN;
        load(field.first(), from, rows, some);
        if (least) {
            BlockPasses.scatterLeast(places, some, rows, target.words(), shape.wordShift(), field.word());
        } else {
            BlockPasses.scatterMost(places, some, rows, target.words(), shape.wordShift(), field.word());
        }
    }
}
