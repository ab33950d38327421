package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.Gather;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An expression over one dictionary-encoded column: computed once for each value of the dictionary, then
/// looked up by code. It has to be null where the column is.
final class DictionaryNode implements Node {
    private final BoundExpr expr;
    private final int index;
    private final DataType input;
    private final Values compute;
    private final Vector vector;
    private final int[] codes = new int[Chunk.ROWS];
    private @Nullable DictionaryColumn column;
    private @Nullable DictionaryResults results;

    /// Computes the expression for all rows of a table that has this column alone.
    interface Values {
        Column of(Table values, MemoryPool pool);
    }

    /// For an expression over `only`, of results of `type`.
    DictionaryNode(BoundExpr expr, BoundExpr.Column only, DataType type, Values compute) {
        this.expr = expr;
        this.index = only.index();
        this.input = only.type();
        this.compute = compute;
        this.vector = Vector.of(type);
    }

    /// Computes the expression for the dictionary of another batch, unless it is kept.
    ///
    /// @throws ArithmeticException and others if a value raises an error, which no row need have
    void open(Table batch, MemoryPool pool, KeptResults kept) {
        DictionaryColumn next = (DictionaryColumn) batch.column(index);
        results = kept.of(expr, next.values(), () -> computed(next.values(), pool));
        column = next;
    }

    private DictionaryResults computed(Column dictionary, MemoryPool pool) {
        Schema schema = Schema.of(new Field("dictionary", input));
        try (Table values = new Table(schema, List.of(dictionary.retain()), dictionary.length())) {
            return new DictionaryResults(dictionary, compute.of(values, pool));
        }
    }

    void close() {
        if (results != null) {
            results.release();
            results = null;
        }
        column = null;
    }

    @Override
    public Vector vector() {
        return vector;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        DictionaryColumn source = Objects.requireNonNull(column);
        Column values = Objects.requireNonNull(results).column();
        Bitmaps.load(source.validity(), chunk, vector.valid());
        Gather.loadCodes(source, chunk, vector.valid(), codes);
        Gather.dropNulls(values, codes, chunk, vector.valid());
        Gather.values(values, codes, chunk, vector);
    }

    /// The values of all rows as a dictionary again, of texts.
    Column encoded(MemoryPool pool) {
        return Objects.requireNonNull(results).encoded(Objects.requireNonNull(column), pool);
    }
}
