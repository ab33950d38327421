package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Lane;
import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import dev.sheaf.groupby.cpu.PlacedLoop.Value;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Does what a [PlacedLoop] does, a block of rows at a time: [passes][BlockPlaces] that the compiler has done to
/// several rows at once put the places of a block in an array, and [what each word of a place grows by][BlockSums]
/// in others; then these are added to the states.
///
/// A block of [few keys][FewKeys] is taken key by key instead. A block with a row that would stop the loop is halved
/// until the row is found. Left to the loop are more than a few hashed keys, what is masked if it is hashed or has
/// many fields, and many places unless numbers with nulls are summed or [small extremes][SmallExtremes] are there:
/// without masks, the loop takes 6.1 ns a row of q5 and passes 7.5, with them 9.7 and 8.1.
final class PlacedBlocks {
    /// Rows of a block: all arrays stay in the first-level cache.
    static final int ROWS = 256;

    /// With masks or texts, and more fields than these, passes take longer than the loop: 6.3 against 5.6 ns a row of
    /// q4 with nulls, whose columns do not come from memory in time any more, and with sorted keys of text nearly
    /// three times as long for q9; with few fields they are faster, 4.1 against 5.0 ns of q1.
    private static final int MOST_MIXED_FIELDS = 4;

    private static final Set<Op> EXTREMES = EnumSet.of(Op.MIN, Op.MAX, Op.LOW, Op.HIGH);

    /// Rows of all queries that passes might have taken: only a process that has had some pays for compiling them.
    private static final AtomicLong SEEN = new AtomicLong();

    /// By the logarithm of the number of places, what makes rows of a block take copies of their states by turns.
    private static final MemorySegment[] TURNS = IntStream.rangeClosed(0, PlacedWords.FEW_PLACES_LOG)
            .mapToObj(PlacedBlocks::turns)
            .toArray(MemorySegment[]::new);

    private final PlacedLoop.Shape shape;
    private final PlacedWords target;
    private final BlockPlaces finder;
    private final FewKeys few;
    private final BlockSums sums;
    private final SmallExtremes smallExtremes;
    private final List<Field> extremes;
    private final List<Field> floats;
    private final int[] places = new int[ROWS];
    private final long[] longs = new long[ROWS];
    private boolean isFew;

    PlacedBlocks(PlacedLoop.Shape shape, PlacedWords target) {
        this.shape = shape;
        this.target = target;
        this.finder = new BlockPlaces(shape);
        this.few = new FewKeys(shape);
        this.sums = new BlockSums(shape);
        this.smallExtremes = new SmallExtremes(shape, sums, target);
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

    private static boolean canTake(PlacedLoop.Shape shape, PlacedLoop.Inputs inputs) {
        if (shape.hashed()) {
            return !shape.many() && isPlain(shape) && FewKeys.canTake(shape, inputs);
        }
        boolean pays = shape.many()
                ? hasNumbers(shape) && (SmallExtremes.areIn(shape) || (shape.masks() > 0 && hasSums(shape)))
                : isPlain(shape) || shape.fields().size() <= MOST_MIXED_FIELDS;
        return pays && BlockPlaces.haveRanges(shape, inputs);
    }

    /// Whether all rows count and all keys are numbers.
    private static boolean isPlain(PlacedLoop.Shape shape) {
        return shape.masks() == 0 && hasNumbers(shape);
    }

    private static boolean hasNumbers(PlacedLoop.Shape shape) {
        return shape.keys().stream().noneMatch(key -> key.lane() == Lane.NONE);
    }

    /// Whether there are counts and sums alone.
    private static boolean hasSums(PlacedLoop.Shape shape) {
        return shape.fields().stream().noneMatch(field -> EXTREMES.contains(field.op()));
    }

    /// Whether it is for a shape and states.
    @SuppressWarnings("ReferenceEquality") // states are written to
    boolean isFor(PlacedLoop.Shape other, PlacedWords words) {
        return target == words && shape.equals(other);
    }

    /// Takes rows as [PlacedLoop#add] does.
    int add(int from, int to, PlacedLoop.Inputs inputs) {
        isFew = !shape.many() && FewKeys.canTake(shape, inputs);
        if (isFew) {
            few.read(inputs);
        }
        finder.read(inputs);
        sums.read(inputs);
        int next = from;
        int masked = from;
        while (next < to) {
            if (next == masked) {
                masked = Math.min(to, next + MaskBits.BLOCK_ROWS);
                inputs.masks().load(next, masked);
            }
            int rows = Math.min(ROWS, masked - next);
            int done = block(next, rows, inputs);
            next += done;
            if (done < rows) {
                break;
            }
        }
        return next;
    }

    /// How many rows were taken.
    private int block(int from, int rows, PlacedLoop.Inputs inputs) {
        if (isFew ? addFew(from, rows, inputs) : addAny(from, rows, inputs)) {
            return rows;
        }
        int half = rows / 2;
        if (half == 0) {
            return 0;
        }
        int done = block(from, half, inputs);
        return done < half ? done : half + block(from + half, rows - half, inputs);
    }

    private boolean addFew(int from, int rows, PlacedLoop.Inputs inputs) {
        if (!sums.sum(from, rows) || !few.find(sums, from, rows)) {
            return false;
        }
        few.add(sums, rows, target.words());
        for (int i = 0; i < extremes.size(); i++) {
            Field extreme = extremes.get(i);
            sums.load(extreme.first(), none(extreme), from, rows, longs);
            few.take(extreme, longs, rows, target.words());
        }
        if (!floats.isEmpty()) {
            few.places(rows, places);
            turn(rows);
            scatterFloats(from, rows, inputs);
        }
        return true;
    }

    private boolean addAny(int from, int rows, PlacedLoop.Inputs inputs) {
        finder.begin(from, rows);
        if (!sums.sum(from, rows) || !finder.find(from, rows, places)) {
            return false;
        }
        if (shape.many()) {
            return addMany(from, rows);
        }
        turn(rows);
        scatter(from, rows, inputs);
        return true;
    }

    private void turn(int rows) {
        if (target.hasCopies()) {
            KeyPasses.turn(TURNS[Integer.numberOfTrailingZeros(target.places())], rows, places);
        }
    }

    private boolean addMany(int from, int rows) {
        boolean loaded = smallExtremes.load(from, rows);
        if (loaded) {
            scatterMany(from, rows);
        }
        return loaded;
    }

    /// The first word of a place says whether it is full: then it is made empty, and the row is next.
    private void scatterMany(int from, int rows) {
        for (int i = 0; i < floats.size(); i++) {
            Field field = floats.get(i);
            sums.loadFloats(field.first(), from, rows, sums.words(field.word()));
        }
        int next = 0;
        while (next < rows) {
            int start = next;
            next = StatePasses.scatterUntilFull(places, sums.words(0), start, rows, target.words(), shape.wordShift());
            scatterOthers(start, next);
            if (next < rows) {
                target.relieve(places[next]);
            }
        }
    }

    private void scatterOthers(int from, int to) {
        int shift = shape.wordShift();
        for (int word = 1; word < 1 << shift; word++) {
            if (sums.grows(word)) {
                StatePasses.scatter(places, sums.words(word), from, to, target.words(), shift, word);
            }
        }
        for (int i = 0; i < floats.size(); i++) {
            int word = floats.get(i).word();
            StatePasses.scatterBits(places, sums.words(word), from, to, target.words(), shift, word);
        }
        smallExtremes.take(places, from, to);
    }

    private void scatter(int from, int rows, PlacedLoop.Inputs inputs) {
        boolean single = shape.wordShift() == 0 && extremes.isEmpty();
        if (single && floats.isEmpty()) {
            StatePasses.scatter(places, sums.words(0), rows, target.words());
        } else if (single && floats.size() == 1 && lieInPlace(floats.getFirst())) {
            MemorySegment column = inputs.values()[floats.getFirst().first()];
            StatePasses.scatter(places, sums.words(0), column, from, rows, target.words(), target.doubles());
        } else {
            scatterEach(from, rows, inputs);
        }
    }

    /// Whether floats need nothing but to be added.
    private boolean lieInPlace(Field field) {
        Value value = shape.values().get(field.first());
        return value.lane() == Lane.FLOAT64 && value.mask() < 0;
    }

    private void scatterEach(int from, int rows, PlacedLoop.Inputs inputs) {
        for (int word = 0; word < 1 << shape.wordShift(); word++) {
            if (sums.grows(word)) {
                StatePasses.scatter(places, sums.words(word), 0, rows, target.words(), shape.wordShift(), word);
            }
        }
        scatterFloats(from, rows, inputs);
        for (int i = 0; i < extremes.size(); i++) {
            scatterExtreme(extremes.get(i), from, rows);
        }
    }

    private void scatterFloats(int from, int rows, PlacedLoop.Inputs inputs) {
        for (int i = 0; i < floats.size(); i++) {
            scatterFloats(floats.get(i), from, rows, inputs);
        }
    }

    private void scatterFloats(Field field, int from, int rows, PlacedLoop.Inputs inputs) {
        int shift = shape.doubleShift();
        if (lieInPlace(field)) {
            MemorySegment column = inputs.values()[field.first()];
            StatePasses.scatter(places, column, from, rows, target.doubles(), shift, field.word());
        } else {
            sums.loadFloats(field.first(), from, rows, longs);
            StatePasses.scatterBits(places, longs, rows, target.doubles(), shift, field.word());
        }
    }

    private void scatterExtreme(Field field, int from, int rows) {
        sums.load(field.first(), none(field), from, rows, longs);
        if (field.op() == Op.MIN) {
            StatePasses.scatterLeast(places, longs, rows, target.words(), shape.wordShift(), field.word());
        } else {
            StatePasses.scatterMost(places, longs, rows, target.words(), shape.wordShift(), field.word());
        }
    }

    /// What an extreme has without a row.
    private static long none(Field extreme) {
        return extreme.op() == Op.MIN ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
}
