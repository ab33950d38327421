package dev.sheaf.expr.load;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Vector;
import org.jspecify.annotations.Nullable;

/// Loads a column of the batch, whichever way it lies, into a vector.
public final class ColumnNode implements Node {
    private final int index;
    private final DataType type;
    private final Vector vector;
    private final int[] codes = new int[Chunk.ROWS];
    private @Nullable Column column;
    private Validity validity = Validity.allValid(0);
    private long loadedFrom = -1;
    private int loadedRows;

    public ColumnNode(int index, DataType type) {
        this.index = index;
        this.type = type;
        this.vector = Vector.of(type);
    }

    /// Turns to another batch.
    ///
    /// @throws IllegalArgumentException if its column has another type than the expression was compiled for
    public void open(Table batch) {
        Column next = batch.column(index);
        if (!next.type().decoded().equals(type)) {
            throw new IllegalArgumentException(
                    "column \"" + batch.schema().field(index).name() + "\" is " + next.type()
                            + " where the expression was compiled for " + type);
        }
        column = next;
        validity = next.validity();
        loadedFrom = -1;
    }

    public void close() {
        column = null;
    }

    @Override
    public Vector vector() {
        return vector;
    }

    /// The column, if it holds texts one after the other; else null.
    public @Nullable VarColumn texts() {
        return column instanceof VarColumn texts ? texts : null;
    }

    /// All rows are loaded, active or not, so that a second use in the expression finds them.
    @Override
    public void evaluate(Chunk chunk, long[] active) {
        if (loadedFrom == chunk.start() && loadedRows == chunk.rows()) {
            return;
        }
        loadedRows = 0;
        Bitmaps.load(validity, chunk, vector.valid());
        load(opened(), chunk);
        loadedFrom = chunk.start();
        loadedRows = chunk.rows();
    }

    private Column opened() {
        Column source = column;
        if (source == null) {
            throw new IllegalStateException("no batch is open");
        }
        return source;
    }

    private void load(Column source, Chunk chunk) {
        switch (source) {
            case DictionaryColumn dictionary -> loadDictionary(dictionary, chunk);
            case FixedColumn fixed -> loadFixed(fixed, chunk);
            case BoolColumn bools -> loadBits(bools, chunk);
            case VarColumn texts -> loadTexts(texts, chunk);
            case NullColumn _ -> {}
            case ListColumn _, StructColumn _ -> loadNested(source, chunk);
        }
    }

    /// Writes a bit a row, set where there is a value, and loads values only of a dictionary, whose entries may be
    /// null.
    public void loadValidity(Chunk chunk, long[] active, long[] bits) {
        if (opened() instanceof DictionaryColumn) {
            evaluate(chunk, active);
            Bitmaps.copy(vector.valid(), bits, chunk.words());
        } else {
            Bitmaps.load(validity, chunk, bits);
        }
    }

    private void loadFixed(FixedColumn fixed, Chunk chunk) {
        switch (vector) {
            case Vector.Longs longs -> LongReader.read(fixed, chunk, longs.values());
            case Vector.Doubles doubles -> DoubleReader.read(fixed, chunk, doubles.values());
            case Vector.Wides wides -> WideReader.read(fixed, chunk, wides);
            case Vector.Intervals intervals -> WideReader.read(fixed, chunk, intervals);
            case Vector.Bits _, Vector.Texts _, Vector.Nested _ -> throw new AssertionError(fixed.type());
        }
    }

    private void loadBits(BoolColumn bools, Chunk chunk) {
        long[] bits = ((Vector.Bits) vector).values();
        for (int word = 0; word < chunk.words(); word++) {
            bits[word] = bools.trueWord(chunk.start() + ((long) word << 6));
        }
        Bitmaps.cut(bits, chunk);
    }

    private void loadTexts(VarColumn texts, Chunk chunk) {
        TextReader.read(texts, chunk, (Vector.Texts) vector);
    }

    private void loadNested(Column nested, Chunk chunk) {
        Vector.Nested out = (Vector.Nested) vector;
        out.point(nested);
        for (int row = 0; row < chunk.rows(); row++) {
            out.rows()[row] = (int) (chunk.start() + row);
        }
    }

    private void loadDictionary(DictionaryColumn dictionary, Chunk chunk) {
        Gather.loadCodes(dictionary, chunk, vector.valid(), codes);
        Gather.values(dictionary.values(), codes, chunk, vector);
    }
}
