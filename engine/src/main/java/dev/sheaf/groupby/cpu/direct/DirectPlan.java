package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Value;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.reduce.CoMomentsReduction;
import dev.sheaf.groupby.cpu.reduce.CountReduction;
import dev.sheaf.groupby.cpu.reduce.DirectReduction;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a [DirectLoop] reads of the columns at hand, and which fields it keeps for whom.
final class DirectPlan {
    /// The most bits of numbers whose squares are summed in a field.
    private static final int SQUARED_BITS = 12;

    /// The most bits of numbers whose sums share a word.
    static final int SUMMED_BITS = 24;

    /// A reduction that takes over what its fields have had.
    sealed interface Member {
        /// Which of some reductions it is, and the numbers of its fields.
        List<Integer> at(List<Reduction> reductions);
    }

    /// One that has a field to itself; `counted` is the field that says how many rows counted, or -1 for all.
    record Simple(DirectReduction reduction, int field, int counted) implements Member {
        @Override
        public List<Integer> at(List<Reduction> reductions) {
            return List.of(reductions.indexOf(reduction), field, counted);
        }
    }

    /// Sums of whole numbers: `sums` are the fields of x, y, xx, yy and xy, `counted` is the field that says how many
    /// rows counted, or -1 for all.
    record Pair(CoMomentsReduction reduction, List<Integer> sums, int counted) implements Member {
        @Override
        public List<Integer> at(List<Reduction> reductions) {
            List<Integer> numbers = new ArrayList<>(sums);
            numbers.addAll(List.of(reductions.indexOf(reduction), counted));
            return numbers;
        }
    }

    private final ArgumentBits bits;
    private final Map<Object, Integer> maskNumbers = new IdentityHashMap<>();
    private final List<long[]> masks = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();
    private final List<ArgumentVector> lanes = new ArrayList<>();
    private final List<MemorySegment> columns = new ArrayList<>();
    private final List<StateLayout.Wanted> fields = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final int rowMask;
    private final boolean many;
    private boolean wide;

    /// `bits` are those that the numbers of each argument are known to have, `many` as in [StateLayout]. The first
    /// field counts rows.
    private DirectPlan(ArgumentBits bits, DirectKeys keys, boolean keepNulls, boolean many) {
        this.bits = bits;
        this.many = many;
        this.rowMask = keepNulls ? -1 : kept(keys);
        field(Op.COUNT, rowMask, -1, 1);
    }

    /// The plan for all reductions of a table; null if one of them cannot be placed or there are too many masks.
    static @Nullable DirectPlan of(
            ReductionStates states, ArgumentBits bits, DirectKeys keys, boolean keepNulls, boolean many) {
        DirectPlan plan = new DirectPlan(bits, keys, keepNulls, many);
        for (int i = 0; i < states.reductions().size(); i++) {
            if (!plan.add(states.reductions().get(i), states.inputs().get(i))) {
                return null;
            }
        }
        return plan.hasFewMasks(keys) ? plan : null;
    }

    private int mask(Object owner, long[] words) {
        Integer known = maskNumbers.get(owner);
        if (known == null) {
            known = masks.size();
            maskNumbers.put(owner, known);
            masks.add(words);
        }
        return known;
    }

    /// The mask of rows that have no null key; -1 if all have none.
    private int kept(DirectKeys keys) {
        long[] all = null;
        for (DirectKeys.Key key : keys.keys()) {
            if (!key.column().validity().allValid()) {
                all = both(all, words(key.column()));
            }
        }
        return all == null ? -1 : mask(this, all);
    }

    /// The mask of a key: where it is not to be looked at.
    int keyMask(Column key) {
        if (rowMask >= 0) {
            return rowMask;
        }
        return key.validity().allValid() ? -1 : mask(key, words(key));
    }

    /// Whether a loop has room for the masks of all reductions and keys.
    private boolean hasFewMasks(DirectKeys keys) {
        keys.keys().forEach(key -> keyMask(key.column()));
        return masks.size() <= MaskBits.MOST_MASKS;
    }

    private static long[] words(Column column) {
        long[] words = new long[(int) ((column.length() + Long.SIZE - 1) >>> 6)];
        for (int word = 0; word < words.length; word++) {
            words[word] = column.validity().word((long) word << 6);
        }
        return words;
    }

    /// The mask of a feed: `rowMask`, and what else keeps a row from counting. At many slots a feed that was masked
    /// once stays so, or one null in a hundred thousand rows would have most morsels flush all slots.
    private int mask(ReductionInput feed) {
        boolean wasMasked = feed.wasMasked();
        if (!(many ? wasMasked : feed.isMasked())) {
            return rowMask;
        }
        return mask(feed, both(rowMask < 0 ? null : masks.get(rowMask), feed.counting()));
    }

    /// Both may be longer than there are rows.
    private static long[] both(long @Nullable [] some, long[] others) {
        if (some == null) {
            return others;
        }
        long[] all = Arrays.copyOf(some, Math.min(some.length, others.length));
        for (int i = 0; i < all.length; i++) {
            all[i] &= others[i];
        }
        return all;
    }

    /// Takes in a reduction; false if it cannot be placed.
    private boolean add(Reduction reduction, ReductionInput feed) {
        return switch (reduction) {
            case CountReduction count when count.isFollower() -> true;
            case CoMomentsReduction moments -> addPair(moments, feed);
            case DirectReduction fusable -> addSimple(fusable, feed);
            default -> false;
        };
    }

    private boolean addSimple(DirectReduction reduction, ReductionInput feed) {
        DirectReduction.Step step = reduction.step();
        if (step == null) {
            return false;
        }
        int mask = mask(feed);
        int counted = mask == rowMask ? -1 : field(Op.COUNT, mask, -1, 1);
        int field = switch (step) {
            case COUNT -> field(Op.COUNT, mask, -1, 1);
            case ADD_LONG -> sum(feed.argument(0), mask);
            case ADD_DOUBLE ->
                ofValue(Op.ADD_DOUBLE, feed.argument(0), feed.argument(0).doubleLane(), mask);
            case MIN -> extreme(Op.MIN, Op.LOW, feed.argument(0), mask);
            case MAX -> extreme(Op.MAX, Op.HIGH, feed.argument(0), mask);
        };
        members.add(new Simple(reduction, field, counted));
        return field >= 0;
    }

    private int ofValue(Op op, ArgumentVector argument, StorageKind lane, int mask) {
        int value = value(argument, lane, mask, 0);
        return value < 0 ? -1 : field(op, value, -1, 0);
    }

    /// Of many slots, extremes of small numbers share words.
    private int extreme(Op op, Op packed, ArgumentVector argument, int mask) {
        StorageKind lane = argument.orderedLane();
        int known = bits.of(argument);
        if (!many || lane == StorageKind.LONGS || !isSmall(known)) {
            return ofValue(op, argument, lane, mask);
        }
        return field(packed, value(argument, lane, mask, known), -1, known);
    }

    private static boolean isSmall(int bits) {
        return bits > 0 && bits <= SUMMED_BITS;
    }

    private int sum(ArgumentVector argument, int mask) {
        StorageKind lane = argument.wholeLane();
        int known = bits.of(argument);
        boolean packed = isSmall(known);
        int value = value(argument, lane, mask, packed ? known : lane == StorageKind.INT64 ? Long.SIZE : 0);
        return value < 0 ? -1 : field(Op.ADD, value, -1, packed ? known : 0);
    }

    private boolean addPair(CoMomentsReduction moments, ReductionInput feed) {
        int xBits = squaredBits(feed.argument(0));
        int yBits = squaredBits(feed.argument(1));
        if (xBits == 0 || yBits == 0) {
            return false;
        }
        int mask = mask(feed);
        int counted = mask == rowMask ? -1 : field(Op.COUNT, mask, -1, 1);
        int x = value(feed.argument(0), feed.argument(0).wholeLane(), mask, xBits);
        int y = value(feed.argument(1), feed.argument(1).wholeLane(), mask, yBits);
        members.add(new Pair(
                moments,
                List.of(
                        field(Op.ADD, x, -1, xBits),
                        field(Op.ADD, y, -1, yBits),
                        field(Op.ADD_SQUARE, x, -1, 2 * xBits),
                        field(Op.ADD_SQUARE, y, -1, 2 * yBits),
                        field(Op.ADD_PRODUCT, x, y, xBits + yBits)),
                counted));
        return true;
    }

    private int squaredBits(ArgumentVector argument) {
        int known = bits.of(argument);
        return known <= SQUARED_BITS
                        && CoMomentsReduction.isWhole(argument.column().type())
                ? known
                : 0;
    }

    /// The number of a value, or -1 if the column cannot be read where it lies.
    private int value(ArgumentVector argument, StorageKind lane, int mask, int valueBits) {
        if (lane == StorageKind.LONGS || lane == StorageKind.DOUBLES) {
            return -1;
        }
        wide |= valueBits == Long.SIZE;
        Value value = new Value(lane, mask, valueBits);
        for (int i = 0; i < values.size(); i++) {
            if (lanes.get(i).equals(argument) && values.get(i).equals(value)) {
                return i;
            }
        }
        values.add(value);
        lanes.add(argument);
        columns.add(argument.segment());
        return values.size() - 1;
    }

    private int field(Op op, int first, int second, int fieldBits) {
        StateLayout.Wanted field = new StateLayout.Wanted(op, first, second, fieldBits);
        if (!fields.contains(field)) {
            fields.add(field);
        }
        return fields.indexOf(field);
    }

    List<StateLayout.Wanted> fields() {
        return fields;
    }

    List<Member> members() {
        return members;
    }

    List<Value> values() {
        return values;
    }

    List<long[]> masks() {
        return masks;
    }

    List<MemorySegment> columns() {
        return columns;
    }

    /// Whether there are sums of numbers of 64 bits in words of their own.
    boolean hasWideSums() {
        return wide;
    }
}
