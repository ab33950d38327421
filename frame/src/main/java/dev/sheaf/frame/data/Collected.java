package dev.sheaf.frame.data;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// The rows that a plan gave, as columns of a frame.
record Collected(Schema schema, List<FrameColumn> columns, long rows) {
    /// A plan over the rows of frames.
    interface Query extends Function<List<OpenFrame>, LogicalPlan> {}

    /// Views of the columns of a table, which stays the caller's.
    static Collected of(Table table, FrameOptions options) {
        List<FrameColumn> columns = table.columns().stream()
                .map(column -> FrameColumn.of(column.retain(), options.pool()))
                .toList();
        return new Collected(table.schema(), columns, table.rowCount());
    }

    /// Runs a plan over frames. Its rows are held in memory if they and the frames are small; else they come as a
    /// stream, and the columns have parts that may leave memory.
    ///
    /// @param large whether one of the frames is
    /// @throws dev.sheaf.memory.MemoryLimitException if rows that have to be held do not fit in memory
    static Collected of(boolean large, List<Supplier<OpenFrame>> frames, Query query, FrameOptions options) {
        Function<QueryContext, Collected> streamed = context -> streamed(frames, query, options, context);
        return large
                ? options.stream(streamed)
                : options.run(context -> held(frames, query, options, context), streamed);
    }

    private static Collected held(
            List<Supplier<OpenFrame>> frames, Query query, FrameOptions options, QueryContext context) {
        try (OpenFrame.Several open = OpenFrame.all(frames);
                Table table = Executor.collect(query.apply(open.frames()), context)) {
            return kept(table, options);
        }
    }

    /// The columns of a table, which stays the caller's, in parts if they are large.
    static Collected kept(Table table, FrameOptions options) {
        return options.isLarge(table.byteSize()) ? cut(table, options) : of(table, options);
    }

    private static Collected cut(Table table, FrameOptions options) {
        try (PartsCollector parts = new PartsCollector(table.schema(), options)) {
            parts.add(table);
            return of(table.schema(), parts, options);
        }
    }

    private static Collected streamed(
            List<Supplier<OpenFrame>> frames, Query query, FrameOptions options, QueryContext context) {
        try (OpenFrame.Several open = OpenFrame.all(frames)) {
            return streamed(query.apply(open.frames()), options, context);
        }
    }

    private static Collected streamed(LogicalPlan plan, FrameOptions options, QueryContext context) {
        try (PartsCollector parts = new PartsCollector(plan.schema(), options)) {
            Executor.forEach(plan, context, parts::add);
            return of(plan.schema(), parts, options);
        }
    }

    /// Columns that fit well become one part each.
    private static Collected of(Schema schema, PartsCollector parts, FrameOptions options) {
        Collected all = new Collected(schema, parts.finish(), parts.rows());
        return options.isLarge(all.byteSize()) ? all : all.together(options);
    }

    /// The column of a name.
    FrameColumn column(String name) {
        return columns.get(schema.indexOf(name));
    }

    private long byteSize() {
        return columns.stream().mapToLong(FrameColumn::byteSize).sum();
    }

    /// The same with each column in one place.
    private Collected together(FrameOptions options) {
        List<FrameColumn> whole = columns.stream()
                .map(column -> options.allocate(pool -> FrameColumn.of(column.read(pool), pool)))
                .toList();
        columns.forEach(FrameColumn::close);
        return new Collected(schema, whole, rows);
    }
}
