package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import java.util.List;
import java.util.Objects;

/// Copies the values and validity of chosen rows from one vector into another of the same kind.
public final class VectorCopy {
    private VectorCopy() {}

    /// Makes all rows of a vector null, before some are copied into it.
    public static void clear(Vector target, int words) {
        Bitmaps.clear(target.valid(), words);
        if (target instanceof Vector.Bits bits) {
            Bitmaps.clear(bits.values(), words);
        }
        if (target instanceof Vector.Nested nested) {
            nested.point(null);
        }
    }

    public static void rows(Vector source, Vector target, long[] chosen, TextArena arena, int words) {
        for (int word = 0; word < words; word++) {
            long bits = chosen[word];
            target.valid()[word] = (target.valid()[word] & ~bits) | (source.valid()[word] & bits);
        }
        switch (source) {
            case Vector.Longs from -> longs(from.values(), ((Vector.Longs) target).values(), chosen, words);
            case Vector.Doubles from -> doubles(from.values(), ((Vector.Doubles) target).values(), chosen, words);
            case Vector.Wides from -> {
                longs(from.high(), ((Vector.Wides) target).high(), chosen, words);
                longs(from.low(), ((Vector.Wides) target).low(), chosen, words);
            }
            case Vector.Bits from -> bits(from.values(), ((Vector.Bits) target).values(), chosen, words);
            case Vector.Intervals from -> intervals(from, (Vector.Intervals) target, chosen, words);
            case Vector.Texts from -> texts(from, (Vector.Texts) target, chosen, arena, words);
            case Vector.Nested from -> nested(from, (Vector.Nested) target, chosen, arena, words);
        }
    }

    private static void longs(long[] source, long[] target, long[] chosen, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            if (chosen[word] == -1) {
                System.arraycopy(source, base, target, base, Long.SIZE);
                continue;
            }
            for (long left = chosen[word]; left != 0; left &= left - 1) {
                int row = base + Long.numberOfTrailingZeros(left);
                target[row] = source[row];
            }
        }
    }

    private static void doubles(double[] source, double[] target, long[] chosen, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            if (chosen[word] == -1) {
                System.arraycopy(source, base, target, base, Long.SIZE);
                continue;
            }
            for (long left = chosen[word]; left != 0; left &= left - 1) {
                int row = base + Long.numberOfTrailingZeros(left);
                target[row] = source[row];
            }
        }
    }

    private static void bits(long[] source, long[] target, long[] chosen, int words) {
        for (int word = 0; word < words; word++) {
            target[word] = (target[word] & ~chosen[word]) | (source[word] & chosen[word]);
        }
    }

    private static void intervals(Vector.Intervals source, Vector.Intervals target, long[] chosen, int words) {
        for (int word = 0; word < words; word++) {
            for (long left = chosen[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                target.months()[row] = source.months()[row];
                target.days()[row] = source.days()[row];
                target.nanos()[row] = source.nanos()[row];
            }
        }
    }

    /// Lists and structs are gathered behind those that the target has, because a vector points into
    /// one column only.
    private static void nested(Vector.Nested source, Vector.Nested target, long[] chosen, TextArena arena, int words) {
        int[] rows = new int[words << 6];
        Column before = target.column();
        int base = before == null ? 0 : (int) before.length();
        int count = 0;
        for (int word = 0; word < words; word++) {
            for (long left = chosen[word] & source.valid()[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                rows[count] = source.rows()[row];
                target.rows()[row] = base + count++;
            }
        }
        if (count > 0) {
            Column taken =
                    arena.keep(NestedColumns.rows(Objects.requireNonNull(source.column()), rows, count, arena.pool()));
            target.point(
                    before == null
                            ? taken
                            : arena.keep(Concat.columns(taken.type(), List.of(before, taken), arena.pool())));
        }
    }

    /// Texts are copied into `arena`, because a vector points into one segment only; one that lies where
    /// that of the row before lay, as constants do, is not copied again.
    private static void texts(Vector.Texts source, Vector.Texts target, long[] chosen, TextArena arena, int words) {
        int start = -1;
        int size = -1;
        int copied = 0;
        for (int word = 0; word < words; word++) {
            for (long left = chosen[word] & source.valid()[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                if (source.starts()[row] != start || source.sizes()[row] != size) {
                    start = source.starts()[row];
                    size = source.sizes()[row];
                    copied = arena.append(source.bytes(), start, size);
                }
                target.starts()[row] = copied;
                target.sizes()[row] = size;
            }
        }
        arena.publish(target);
    }
}
