package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Casts of categories to their values, or to other categories: each category is converted once, rows look theirs
/// up.
public final class FromCategoryCast implements Node {
    private final BoundExpr.Cast cast;
    private final DataType.CategoryType from;
    private final Node input;
    private final Vector out;
    private final List<@Nullable Object> converted;
    private final CategoryTable table;

    public FromCategoryCast(BoundExpr.Cast cast, DataType.CategoryType from, Node input) {
        this.cast = cast;
        this.from = from;
        this.input = input;
        this.out = Vector.of(cast.type());
        this.converted = converted();
        this.table = CategoryTable.of(cast.type(), converted, out);
    }

    private List<@Nullable Object> converted() {
        List<@Nullable Object> all = new ArrayList<>();
        try (Table none = new Table(Schema.of(), List.of(), 1)) {
            for (Object value : from.categories().values()) {
                BoundExpr constant = new BoundExpr.Constant(value, from);
                BoundExpr.Cast lenient = new BoundExpr.Cast(constant, cast.type(), true, cast.text());
                all.add(Interpreter.of(lenient).evaluate(none, 0));
            }
        }
        return all;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Longs codes = (Vector.Longs) Operands.values(input, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            for (long left = out.valid()[word] & active[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                look((int) codes.values()[row], row);
            }
        }
    }

    private void look(int code, int row) {
        if (converted.get(code) == null) {
            CastErrors.fail(cast, out, row, String.valueOf(from.categories().value(code)));
        }
        table.copy(code, row);
    }
}
