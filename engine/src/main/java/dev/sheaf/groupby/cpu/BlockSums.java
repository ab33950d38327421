package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Lane;
import dev.sheaf.groupby.cpu.PlacedLoop.Field;
import dev.sheaf.groupby.cpu.PlacedLoop.Op;
import dev.sheaf.groupby.cpu.PlacedLoop.Value;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the words of places grow by for each row of a block, found in [passes][BlockPasses].
///
/// A pass for each sum also adds the counts of the rows whose values it adds; the first of a word also those of all
/// rows. Counts that no sum goes with have passes of their own.
final class BlockSums {
    private final PlacedLoop.Shape shape;
    private final long[][] words;
    private final boolean[] grows;
    private final boolean[] isEven;
    private final List<Step> steps = new ArrayList<>();
    private final List<Step> small = new ArrayList<>();
    private final List<Counted> counted = new ArrayList<>();
    private final long[] some = new long[PlacedBlocks.ROWS];
    private final long[] others = new long[PlacedBlocks.ROWS];

    private PlacedLoop.@Nullable Inputs inputs;

    /// A sum, and the counts that are added with it: `more` for every row.
    private record Step(Field field, Value value, long keep, long more, long counts) {}

    /// Counts alone.
    private record Counted(int word, int mask, long keep, long more, long counts) {}

    BlockSums(PlacedLoop.Shape shape) {
        this.shape = shape;
        this.words = new long[1 << shape.wordShift()][PlacedBlocks.ROWS];
        this.grows = new boolean[words.length];
        this.isEven = new boolean[words.length];
        plan();
    }

    private void plan() {
        long[] ones = new long[words.length];
        long[][] counts = new long[shape.masks()][words.length];
        fields(Op.COUNT).forEach(field -> {
            (field.first() < 0 ? ones : counts[field.first()])[field.word()] += 1L << field.shift();
        });
        fields(Op.ADD, Op.ADD_SQUARE, Op.ADD_PRODUCT).forEach(field -> {
            Value value = shape.values().get(field.first());
            int word = field.word();
            long keep = grows[word] ? -1 : 0;
            long own = value.mask() < 0 ? 0 : counts[value.mask()][word];
            steps.add(new Step(field, value, keep, take(ones, word), own));
            if (own != 0) {
                counts[value.mask()][word] = 0;
            }
            grows[word] = true;
        });
        fields(Op.LOW, Op.HIGH).forEach(field -> {
            Field own = new Field(field.op(), field.first(), -1, 0, 0);
            small.add(new Step(own, shape.values().get(field.first()), 0, 0, 0));
        });
        for (int word = 0; word < words.length; word++) {
            for (int mask = 0; mask < counts.length; mask++) {
                if (counts[mask][word] != 0) {
                    counted.add(new Counted(word, mask, grows[word] ? -1 : 0, take(ones, word), counts[mask][word]));
                    grows[word] = true;
                }
            }
            if (ones[word] != 0) {
                Arrays.fill(words[word], ones[word]);
                grows[word] = true;
                isEven[word] = true;
            }
        }
    }

    /// What is added once a row.
    private static long take(long[] ones, int word) {
        long more = ones[word];
        ones[word] = 0;
        return more;
    }

    private Stream<Field> fields(Op... ops) {
        return shape.fields().stream().filter(field -> List.of(ops).contains(field.op()));
    }

    /// Takes what is read from here on.
    void read(PlacedLoop.Inputs read) {
        inputs = read;
    }

    private PlacedLoop.Inputs inputs() {
        return java.util.Objects.requireNonNull(inputs);
    }

    /// Whether anything is added to a word of each place.
    boolean grows(int word) {
        return grows[word];
    }

    /// Whether a word grows by the same for each row.
    boolean isEven(int word) {
        return isEven[word];
    }

    /// What a word grows by, row by row.
    long[] words(int word) {
        return words[word];
    }

    /// Takes some rows; false if a value is larger than it may be. Masks of the block are loaded.
    boolean sum(int from, int rows) {
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            long[] target = words[step.field().word()];
            long any = step.field().op() == Op.ADD ? add(step, from, rows, target) : addProduct(step, from, rows);
            if (!fits(step.value(), any)) {
                return false;
            }
        }
        for (int i = 0; i < counted.size(); i++) {
            Counted own = counted.get(i);
            BlockPasses.count(
                    rows, bytes(), at(from), up(own.mask()), own.more(), own.counts(), own.keep(), words[own.word()]);
        }
        return true;
    }

    private byte[] bytes() {
        return inputs().masks().bytes();
    }

    private int at(int from) {
        return from - inputs().masks().origin();
    }

    private static int up(int mask) {
        return Long.SIZE - 1 - mask;
    }

    private static boolean fits(Value value, long any) {
        int most = value.bits() == Long.SIZE ? PlacedLoopBody.SAFE_BITS + 1 : value.bits();
        return most == 0 || any >>> most == 0;
    }

    /// What is added to 64-bit numbers before they are tested, so that those near 0 have few bits.
    private static long margin(Value value) {
        return value.bits() == Long.SIZE ? 1L << PlacedLoopBody.SAFE_BITS : 0;
    }

    /// Returns the bits that values have.
    private long add(Step step, int from, int rows, long[] target) {
        MemorySegment column = inputs().values()[step.field().first()];
        return step.value().mask() < 0
                ? addPlain(step, column, from, rows, target)
                : addMasked(step, column, from, rows, target);
    }

    private long addPlain(Step step, MemorySegment column, int from, int rows, long[] target) {
        int shift = step.field().shift();
        long more = step.more();
        long keep = step.keep();
        return switch (step.value().lane()) {
            case INT8 -> BlockPasses.addBytes(column, from, rows, -1, shift, more, keep, target);
            case UINT8 -> BlockPasses.addBytes(column, from, rows, 0xFF, shift, more, keep, target);
            case INT16 -> BlockPasses.addShorts(column, from, rows, -1, shift, more, keep, target);
            case UINT16 -> BlockPasses.addShorts(column, from, rows, 0xFFFF, shift, more, keep, target);
            case INT32 -> BlockPasses.addInts(column, from, rows, -1, shift, more, keep, target);
            case UINT32 -> BlockPasses.addInts(column, from, rows, 0xFFFF_FFFFL, shift, more, keep, target);
            case INT64 -> BlockPasses.addLongs(column, from, rows, margin(step.value()), shift, more, keep, target);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(step);
        };
    }

    private long addMasked(Step step, MemorySegment column, int from, int rows, long[] target) {
        int shift = step.field().shift();
        long more = step.more();
        long own = step.counts();
        long keep = step.keep();
        byte[] bytes = bytes();
        int at = at(from);
        int up = up(step.value().mask());
        return switch (step.value().lane()) {
            case INT8 -> BlockPasses.addBytes(column, from, rows, bytes, at, up, -1, shift, more, own, keep, target);
            case UINT8 -> BlockPasses.addBytes(column, from, rows, bytes, at, up, 0xFF, shift, more, own, keep, target);
            case INT16 -> BlockPasses.addShorts(column, from, rows, bytes, at, up, -1, shift, more, own, keep, target);
            case UINT16 ->
                BlockPasses.addShorts(column, from, rows, bytes, at, up, 0xFFFF, shift, more, own, keep, target);
            case INT32 -> BlockPasses.addInts(column, from, rows, bytes, at, up, -1, shift, more, own, keep, target);
            case UINT32 ->
                BlockPasses.addInts(column, from, rows, bytes, at, up, 0xFFFF_FFFFL, shift, more, own, keep, target);
            case INT64 -> {
                long margin = margin(step.value());
                yield BlockPasses.addLongs(column, from, rows, bytes, at, up, margin, shift, more, own, keep, target);
            }
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(step);
        };
    }

    /// The bits that values have are tested where they are summed.
    private long addProduct(Step step, int from, int rows) {
        Field field = step.field();
        int second = field.op() == Op.ADD_PRODUCT ? field.second() : field.first();
        boolean ofInts =
                step.value().lane() == Lane.INT32 && shape.values().get(second).lane() == Lane.INT32;
        if (!ofInts) {
            addAnyProduct(step, second, from, rows);
            return 0;
        }
        MemorySegment column = inputs().values()[field.first()];
        MemorySegment other = inputs().values()[second];
        long[] target = words[field.word()];
        if (step.value().mask() < 0) {
            BlockPasses.addProducts(column, other, from, rows, field.shift(), step.more(), step.keep(), target);
        } else {
            int up = up(step.value().mask());
            BlockPasses.addProducts(
                    column,
                    other,
                    from,
                    rows,
                    bytes(),
                    at(from),
                    up,
                    field.shift(),
                    step.more(),
                    step.counts(),
                    step.keep(),
                    target);
        }
        return 0;
    }

    private void addAnyProduct(Step step, int second, int from, int rows) {
        Field field = step.field();
        long[] target = words[field.word()];
        int mask = step.value().mask();
        load(field.first(), 0, from, rows, some);
        load(second, 0, from, rows, others);
        if (mask >= 0) {
            BlockPasses.count(rows, bytes(), at(from), up(mask), step.more(), step.counts(), step.keep(), target);
        } else if (step.keep() == 0) {
            Arrays.fill(target, 0, rows, step.more());
        }
        BlockPasses.addProducts(some, others, rows, field.shift(), target);
    }

    /// Loads whole numbers, `none` for rows that do not count.
    void load(int number, long none, int from, int rows, long[] longs) {
        Value value = shape.values().get(number);
        Widen.lane(value.lane(), inputs().values()[number], from, rows, longs);
        if (value.mask() >= 0) {
            BlockPasses.mask(longs, rows, bytes(), at(from), up(value.mask()), none);
        }
    }

    /// Loads what the fields of the extreme with this number, of those of small numbers, are compared with: 0 for rows
    /// that do not count. False if a value is larger than it may be.
    boolean loadSmall(int number, int from, int rows, long[] longs) {
        Step step = small.get(number);
        if (!fits(step.value(), add(step, from, rows, longs))) {
            return false;
        }
        if (step.field().op() == Op.LOW) {
            int mask = step.value().mask();
            long most = (1L << step.value().bits()) - 1;
            BlockPasses.turn(
                    longs, rows, mask < 0 ? ALL : bytes(), mask < 0 ? 0 : at(from), mask < 0 ? 0 : up(mask), most);
        }
        return true;
    }

    /// Loads the bits of floats, those of 0.0 for rows that do not count.
    void loadFloats(int number, int from, int rows, long[] bits) {
        Value value = shape.values().get(number);
        MemorySegment column = inputs().values()[number];
        byte[] bytes = value.mask() < 0 ? ALL : bytes();
        int at = value.mask() < 0 ? 0 : at(from);
        int up = value.mask() < 0 ? 0 : up(value.mask());
        if (value.lane() == Lane.FLOAT32) {
            BlockPasses.maskedFloats32(column, from, rows, bytes, at, up, bits);
        } else {
            BlockPasses.maskedFloats(column, from, rows, bytes, at, up, bits);
        }
    }

    private static final byte[] ALL = all();

    private static byte[] all() {
        byte[] all = new byte[PlacedBlocks.ROWS];
        Arrays.fill(all, (byte) -1);
        return all;
    }
}
