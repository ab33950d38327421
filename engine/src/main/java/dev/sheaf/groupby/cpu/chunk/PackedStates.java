package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// States that come as the values of one column, such as t-digests, taken apart into the state columns that a
/// reduction merges: those of one chunk at a time.
public final class PackedStates implements AutoCloseable {
    private final StateForm form;
    private final DataType type;
    private final int chunkRows;
    private final MemoryPool pool;
    private List<Column> columns = List.of();
    private List<ArgumentVector> lanes = List.of();
    private @Nullable ReductionInput unpacked;

    /// Of columns of `type`, or of nulls.
    public PackedStates(StateForm form, DataType type, int chunkRows, MemoryPool pool) {
        this.form = form;
        this.type = type;
        this.chunkRows = chunkRows;
        this.pool = pool;
    }

    /// The chunk as state columns, which stay until the next one. It has the packed states and the ordinals of
    /// their rows as arguments.
    public ReductionInput unpacked(ReductionInput input) {
        close();
        try (Column states = chunk(input.argument(0), input.rows())) {
            begin(states, input.argument(1));
            ReductionInput apart = Objects.requireNonNull(unpacked);
            apart.load(input.ids(), input.rows(), false);
            check(states, apart);
            return apart;
        }
    }

    private Column chunk(ArgumentVector states, int rows) {
        return states.column() instanceof NullColumn
                ? nulls(rows)
                : states.column().slice(states.from(), rows);
    }

    private Column nulls(int rows) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (int row = 0; row < rows; row++) {
                builder.append(null);
            }
            return builder.build();
        }
    }

    private void begin(Column states, ArgumentVector ordinals) {
        MemorySegment all = ((FixedColumn) ordinals.column()).segment();
        long from = ordinals.from();
        columns = form.columns(states, row -> all.getAtIndex(ValueLayout.JAVA_LONG, from + row), pool);
        if (lanes.isEmpty()) {
            lanes = columns.stream()
                    .map(_ -> new ArgumentVector(chunkRows, pool))
                    .toList();
            unpacked = new ReductionInput(lanes, lanes.subList(0, 1), null, chunkRows);
        }
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).begin(columns.get(i));
            lanes.get(i).chunk(0, Math.toIntExact(states.length()));
        }
    }

    /// Rows of no group may say anything.
    private void check(Column states, ReductionInput apart) {
        int[] ids = apart.ids();
        for (int row = 0; row < apart.rows(); row++) {
            if (ids[row] >= 0) {
                form.check(states, columns, row);
            }
        }
    }

    /// Gives the state columns back.
    @Override
    public void close() {
        lanes.forEach(ArgumentVector::close);
        columns.forEach(Column::close);
        columns = List.of();
    }
}
