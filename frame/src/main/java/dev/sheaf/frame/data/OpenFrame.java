package dev.sheaf.frame.data;

import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows of a frame while plans read them.
///
/// @param rows the columns, and those of the index
/// @param labelled the same with the index, also if that is a range
/// @param columns the names of the columns without the index
/// @param table what holds the rows in memory meanwhile; null if they come as they are read
record OpenFrame(
        Dataset rows,
        Dataset labelled,
        List<String> columns,
        @Nullable Table table) implements AutoCloseable {
    /// Several frames, closed together.
    record Several(List<OpenFrame> frames) implements AutoCloseable {
        @Override
        public void close() {
            frames.forEach(OpenFrame::close);
        }
    }

    static Several all(List<Supplier<OpenFrame>> frames) {
        List<OpenFrame> open = new ArrayList<>();
        try {
            frames.forEach(frame -> open.add(frame.get()));
            return new Several(open);
        } catch (RuntimeException | Error failure) {
            open.forEach(OpenFrame::close);
            throw failure;
        }
    }

    /// The columns, and the index beside them under [Frame#indexNames()].
    LogicalPlan plan() {
        return new LogicalPlan.Scan(labelled, labelled.schema().names(), Optional.empty());
    }

    /// The columns alone.
    LogicalPlan bare() {
        return new LogicalPlan.Scan(rows, columns, Optional.empty());
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
        }
    }
}
