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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sum of floats in float64, or of their squares.
final class SumDoubleReduction implements Reduction {
    /// Up to so many groups there are four sums each (see [#addByTurns]): 3.4 ns a row become 0.7 with one group,
    /// 1.1 with two, 0.8 with three; from four on it is as long or longer.
    private static final int FEW_GROUPS = 3;

    private static final int TURNS = 4;

    private final StateColumn sums;
    private final GroupValidity seen;
    private final double @Nullable [] squares;
    private final double[] few = new double[(FEW_GROUPS + 1) * TURNS];

    /// The sum of the values.
    SumDoubleReduction(MemoryPool pool) {
        this(pool, null);
    }

    /// The sum of the squares; chunks have at most `chunkRows` rows.
    static SumDoubleReduction ofSquares(int chunkRows, MemoryPool pool) {
        return new SumDoubleReduction(pool, new double[chunkRows]);
    }

    private SumDoubleReduction(MemoryPool pool, double @Nullable [] squares) {
        this.squares = squares;
        this.sums = new StateColumn(pool, "group sums", Double.BYTES, 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("sum", DataType.FLOAT64));
    }

    @Override
    public void reserve(int groups) {
        sums.reserve(groups);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        double[] values = input.argument(0).doubles();
        add(input, squares == null ? values : squares(values, input.rows(), squares), groupCount);
    }

    private static double[] squares(double[] values, int rows, double[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = values[i] * values[i];
        }
        return out;
    }

    private void add(ReductionInput input, double[] values, int groupCount) {
        sums.ensure(groupCount);
        seen.mark(input, groupCount);
        if (groupCount <= FEW_GROUPS) {
            addToFew(input.ids(), values, input.rows(), groupCount);
        } else {
            add(input.ids(), values, input.rows(), sums.doubles());
        }
    }

    private void addToFew(int[] ids, double[] values, int rows, int groupCount) {
        Arrays.fill(few, 0.0);
        addByTurns(ids, values, rows, few);
        for (int id = 0; id < groupCount; id++) {
            int own = (id + 1) * TURNS;
            double chunk = (few[own] + few[own + 1]) + (few[own + 2] + few[own + 3]);
            StateColumn.add(sums.doubles(), StateColumn.FRONT_LONGS + id, chunk);
        }
    }

    /// Four sums a group, used in turn: with few groups, an addition would else wait for the one before it.
    private static void addByTurns(int[] ids, double[] values, int rows, double[] sums) {
        int i = 0;
        for (; i + TURNS <= rows; i += TURNS) {
            sums[(ids[i] + 1) * TURNS] += values[i];
            sums[(ids[i + 1] + 1) * TURNS + 1] += values[i + 1];
            sums[(ids[i + 2] + 1) * TURNS + 2] += values[i + 2];
            sums[(ids[i + 3] + 1) * TURNS + 3] += values[i + 3];
        }
        for (; i < rows; i++) {
            sums[(ids[i] + 1) * TURNS] += values[i];
        }
    }

    private static void add(int[] ids, double[] values, int rows, DoubleBuffer sums) {
        for (int i = 0; i < rows; i++) {
            StateColumn.add(sums, StateColumn.FRONT_LONGS + ids[i], values[i]);
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        add(states, states.argument(0).doubles(), groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        try (Closer closer = new Closer()) {
            Buffer view = closer.add(sums.view(groupCount));
            Validity validity = seen.validity(groupCount);
            closer.release();
            return List.of(new FixedColumn(DataType.FLOAT64, groupCount, view, validity));
        }
    }

    @Override
    public void clear() {
        sums.clear();
        seen.clear();
    }

    @Override
    public void close() {
        sums.close();
        seen.close();
    }
}
