package dev.sheaf.expr.condition;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;

/// Compares the texts of a column with a constant where they lie: by their first eight bytes or their sizes, which
/// mostly decide.
///
/// A text before the constant has order -1, the same 0, one after it 1. An order asks for those up to -1 or 0, or for
/// all others.
public final class TextBound implements Node {
    private final ColumnNode column;
    private final Node general;
    private final ByteBuffer constant;
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
        this.constant = Views.copyOf(constant);
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
        if (column.texts() == null) {
            Vector.Bits found = (Vector.Bits) Operands.values(general, chunk, active, out.valid());
            Bitmaps.copy(found.values(), out.values(), chunk.words());
            return;
        }
        Vector.Texts texts = (Vector.Texts) Operands.values(column, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            long wanted = active[word] & out.valid()[word];
            int rows = Math.min(Long.SIZE, chunk.rows() - (word << 6));
            long bits = wanted == 0 ? 0 : isEquality ? equal(texts, word << 6, rows) : within(texts, word << 6, rows);
            out.values()[word] = (bits ^ flip) & out.valid()[word];
        }
    }

    /// Sizes decide most rows, also where all texts begin alike.
    private long equal(Vector.Texts texts, int from, int rows) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            boolean same = texts.sizes()[from + i] == size && isConstant(texts.bytes(), texts.starts()[from + i]);
            bits |= (same ? 1L : 0L) << i;
        }
        return bits;
    }

    private boolean isConstant(ByteBuffer texts, int start) {
        return ByteRuns.firstWord(texts, start, size) == first
                && (size <= Long.BYTES || ByteRuns.same(texts, start, constant, 0, size));
    }

    /// First words are compared without a branch, which random texts would have guessed wrong in every other row. Rows
    /// that begin as the constant does are compared whole after that.
    private long within(Vector.Texts texts, int from, int rows) {
        ByteBuffer bytes = texts.bytes();
        long less = 0;
        long same = 0;
        for (int i = 0; i < rows; i++) {
            long word = ByteRuns.firstWord(bytes, texts.starts()[from + i], texts.sizes()[from + i]);
            less |= (word + Long.MIN_VALUE < first + Long.MIN_VALUE ? 1L : 0L) << i;
            same |= (word == first ? 1L : 0L) << i;
        }
        return less | wholly(texts, from, same);
    }

    private long wholly(Vector.Texts texts, int from, long rows) {
        long bits = 0;
        for (long left = rows; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            int start = texts.starts()[from + i];
            int order = ByteRuns.compare(texts.bytes(), start, texts.sizes()[from + i], constant, 0, size);
            bits |= (Integer.signum(order) <= most ? 1L : 0L) << i;
        }
        return bits;
    }
}
