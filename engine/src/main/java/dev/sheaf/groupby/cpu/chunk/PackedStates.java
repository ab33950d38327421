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
/// reduction merges. A column is taken apart once, however many chunks it has.
public final class PackedStates implements AutoCloseable {
    private final StateForm form;
    private final DataType type;
    private final int chunkRows;
    private final MemoryPool pool;
    private List<Column> columns = List.of();
    private List<ArgumentVector> lanes = List.of();
    private @Nullable ReductionInput input;
    private @Nullable Object token;

    /// Of columns of `type`, or of nulls.
    public PackedStates(StateForm form, DataType type, int chunkRows, MemoryPool pool) {
        this.form = form;
        this.type = type;
        this.chunkRows = chunkRows;
        this.pool = pool;
    }

    /// The chunk as state columns. It has the packed states and the ordinals of their rows as arguments.
    @SuppressWarnings("ReferenceEquality")
    public ReductionInput unpacked(ReductionInput feed) {
        ArgumentVector states = feed.argument(0);
        if (token != states.token()) {
            close();
            begin(states, feed.argument(1));
            token = states.token();
        }
        lanes.forEach(lane -> lane.chunk(states.from(), feed.rows()));
        ReductionInput apart = Objects.requireNonNull(input);
        apart.load(feed.ids(), feed.rows(), false);
        check(states, apart);
        return apart;
    }

    /// Rows of no group may say anything.
    private void check(ArgumentVector states, ReductionInput apart) {
        int[] ids = apart.ids();
        for (int i = 0; i < apart.rows(); i++) {
            if (ids[i] >= 0) {
                form.check(states.column(), columns, states.from() + i);
            }
        }
    }

    private void begin(ArgumentVector states, ArgumentVector ordinals) {
        MemorySegment rows = ((FixedColumn) ordinals.column()).segment();
        long toOrdinal = ordinals.from() - states.from();
        try (Column typed = states.column() instanceof NullColumn nulls
                ? nullsOf(nulls.length())
                : states.column().retain()) {
            columns = form.columns(typed, row -> rows.getAtIndex(ValueLayout.JAVA_LONG, row + toOrdinal), pool);
        }
        lanes = columns.stream().map(_ -> new ArgumentVector(chunkRows, pool)).toList();
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).begin(columns.get(i));
        }
        input = new ReductionInput(lanes, lanes.subList(0, 1), null, chunkRows);
    }

    private Column nullsOf(long rows) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (long row = 0; row < rows; row++) {
                builder.append(null);
            }
            return builder.build();
        }
    }

    /// Gives the columns back; the next chunk takes its own apart.
    @Override
    public void close() {
        lanes.forEach(ArgumentVector::close);
        columns.forEach(Column::close);
        lanes = List.of();
        columns = List.of();
        token = null;
    }
}
