package dev.sheaf.expr.condition;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.ByteRuns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares the texts of a column with a constant where they lie: by their first eight bytes or their sizes, which
/// mostly decide.
///
/// A text before the constant has order -1, the same 0, one after it 1. An order asks for those up to -1 or 0, or for
/// all others.
public final class TextBound implements Node {
    private final ColumnNode column;
    private final Node general;
    private final MemorySegment constant;
    private final int size;
    private final long first;
    private final boolean isEquality;
    private final int most;
    private final long flip;
    private final Vector.Bits out = new Vector.Bits();

    /// `column function constant`, where `function` [#takes]; `general` does the same for columns that hold their texts
    /// in another way.
    public TextBound(ColumnNode column, Function function, byte[] constant, Node general) {
        this.column = column;
        this.general = general;
        this.size = constant.length;
        this.constant = Arena.ofAuto().allocate(size + Long.BYTES);
        MemorySegment.copy(constant, 0, this.constant, ValueLayout.JAVA_BYTE, 0, size);
        this.first = ByteRuns.firstWord(this.constant, 0, size);
        this.isEquality = function == Function.EQUAL || function == Function.NOT_EQUAL;
        this.most = function == Function.LESS || function == Function.GREATER_OR_EQUAL ? -1 : 0;
        boolean inverted =
                function == Function.NOT_EQUAL || function == Function.GREATER || function == Function.GREATER_OR_EQUAL;
        this.flip = inverted ? -1 : 0;
    }

    public static boolean takes(Function function) {
        return switch (function) {
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        VarColumn texts = column.texts();
        if (texts == null) {
            Vector.Bits found = (Vector.Bits) Operands.values(general, chunk, active, out.valid());
            Bitmaps.copy(found.values(), out.values(), chunk.words());
            return;
        }
        Bitmaps.load(texts.validity(), chunk, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            long wanted = active[word] & out.valid()[word];
            long row = chunk.start() + ((long) word << 6);
            int rows = Math.min(Long.SIZE, chunk.rows() - (word << 6));
            long bits = wanted == 0
                    ? 0
                    : isEquality
                            ? equal(texts.segment(), texts.offsets(), row, rows)
                            : within(texts.segment(), texts.offsets(), row, rows);
            out.values()[word] = (bits ^ flip) & out.valid()[word];
        }
    }

    /// Sizes decide most rows, also where all texts begin alike.
    private long equal(MemorySegment texts, Offsets offsets, long from, int rows) {
        long bits = 0;
        long start = offsets.start(from);
        for (int i = 0; i < rows; i++) {
            long end = offsets.start(from + i + 1);
            bits |= (end - start == size && isConstant(texts, start) ? 1L : 0L) << i;
            start = end;
        }
        return bits;
    }

    private boolean isConstant(MemorySegment texts, long start) {
        return ByteRuns.firstWord(texts, start, size) == first
                && (size <= Long.BYTES || ByteRuns.same(texts, start, constant, 0, size));
    }

    /// First words are compared without a branch, which random texts would have guessed wrong in every other row. Rows
    /// that begin as the constant does are compared whole after that.
    private long within(MemorySegment texts, Offsets offsets, long from, int rows) {
        long less = 0;
        long same = 0;
        long start = offsets.start(from);
        for (int i = 0; i < rows; i++) {
            long end = offsets.start(from + i + 1);
            long word = ByteRuns.firstWord(texts, start, end - start);
            less |= (word + Long.MIN_VALUE < first + Long.MIN_VALUE ? 1L : 0L) << i;
            same |= (word == first ? 1L : 0L) << i;
            start = end;
        }
        return less | wholly(texts, offsets, from, same);
    }

    private long wholly(MemorySegment texts, Offsets offsets, long from, long rows) {
        long bits = 0;
        for (long left = rows; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            long start = offsets.start(from + i);
            int order = ByteRuns.compare(texts, start, offsets.size(from + i), constant, 0, size);
            bits |= (Integer.signum(order) <= most ? 1L : 0L) << i;
        }
        return bits;
    }
}
