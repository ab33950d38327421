package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.nio.DoubleBuffer;
import java.util.List;

/// The product of floats in float64.
final class ProductDoubleReduction implements Reduction {
    private final StateColumn products;
    private final GroupValidity seen;

    ProductDoubleReduction(MemoryPool pool) {
        this.products = new StateColumn(pool, "group products", Double.BYTES, Double.doubleToRawLongBits(1.0));
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("product", DataType.FLOAT64));
    }

    @Override
    public void reserve(int groups) {
        products.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        products.ensure(groupCount);
        seen.mark(input, groupCount);
        multiply(input.ids(), input.argument(0).doubles(), input.rows(), products.doubles());
    }

    private static void multiply(int[] ids, double[] values, int rows, DoubleBuffer products) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            double before = products.get(at);
            products.put(at, before * values[i]);
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        update(states, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        try (Closer closer = new Closer()) {
            Buffer view = closer.add(products.view(groupCount));
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(new FixedColumn(DataType.FLOAT64, groupCount, view, validity));
        }
    }

    @Override
    public void clear() {
        products.clear();
        seen.clear();
    }

    @Override
    public void close() {
        products.close();
        seen.close();
    }
}
