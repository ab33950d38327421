package dev.sheaf.frame.data;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Columns by label, the index of their rows, and how operations run: what a DataFrame has many columns of,
/// and a Series one.
///
/// Itself immutable; its columns are written by whoever owns the frame. Frames that are made of it have
/// columns of their own that share bytes.
public record Frame(ColumnAccessor<FrameColumn> columns, Index index, FrameOptions options) {
    /// @throws IllegalArgumentException if a column has another number of rows than the index
    public Frame {
        for (Label label : columns.labels()) {
            if (columns.get(label).length() != index.size()) {
                throw new IllegalArgumentException("column \"" + label + "\" has "
                        + columns.get(label).length() + " rows where the index has " + index.size());
            }
        }
    }

    /// The columns of a table, which stays the caller's, with a range as index.
    public static Frame of(Table table, FrameOptions options) {
        return of(Collected.of(table, options), options);
    }

    /// The rows of a lazy query, with a range as index; large results are kept in parts that may leave memory.
    public static Frame of(LogicalPlan plan, FrameOptions options) {
        return of(Collected.of(false, List.of(), _ -> plan, options), options);
    }

    private static Frame of(Collected rows, FrameOptions options) {
        List<Label> labels = rows.schema().names().stream().map(Label::of).toList();
        return new Frame(ColumnAccessor.of(labels, rows.columns()), RangeIndex.of(rows.rows()), options);
    }

    /// The same rows, this frame taken over, with texts of which few are distinct as codes of a dictionary: verbs
    /// then move four bytes a row, and functions of texts look at each distinct one. Cost: a hash of each text.
    public Frame coded() {
        return new Frame(columns.map(column -> column.coded(options)), index, options);
    }

    /// The number of rows.
    public long rows() {
        return index.size();
    }

    /// About the bytes that columns and index take in memory.
    public long byteSize() {
        return columns.columns().stream().mapToLong(FrameColumn::byteSize).sum() + index.byteSize();
    }

    private List<FrameColumn> stored() {
        List<FrameColumn> all = new ArrayList<>(columns.columns());
        all.addAll(index.columns());
        return all;
    }

    /// Whether operations read the rows part by part, see [FrameOptions#isLarge].
    boolean isLarge() {
        return options.isLarge(byteSize());
    }

    /// Columns, and index columns unless the index is a range, read part by part.
    PartsDataset parts() {
        return new PartsDataset(storedSchema(), stored(), rows());
    }

    private Schema storedSchema() {
        List<Field> fields = new ArrayList<>(schema().fields());
        for (int level = 0; level < index.columns().size(); level++) {
            fields.add(new Field(indexNames().get(level), index.types().get(level)));
        }
        return new Schema(fields);
    }

    /// Hands on the rows, columns alone, as one table or part by part; each is closed after `consumer` returns.
    public void forEachTable(Consumer<Table> consumer) {
        long[] ends =
                isLarge() ? PartsDataset.ends(columns.columns(), rows(), PartsDataset.BATCH_ROWS) : new long[] {rows()};
        long start = 0;
        for (long end : ends) {
            Frame part = slice(start, end - start);
            try (Table table = part.kept()) {
                consumer.accept(table);
            } finally {
                part.close();
            }
            start = end;
        }
    }

    /// Names and types of the columns.
    public Schema schema() {
        return new Schema(columns.labels().stream()
                .map(label -> new Field(label.name(), columns.get(label).type()))
                .toList());
    }

    /// The columns, and the levels of the index that have a name that no column has.
    public Schema namedSchema() {
        List<Field> fields = new ArrayList<>(schema().fields());
        List<String> names = indexNames();
        for (int level = 0; level < names.size(); level++) {
            if (names.get(level).equals(index.names().get(level))) {
                fields.add(new Field(names.get(level), index.types().get(level)));
            }
        }
        return new Schema(fields);
    }

    /// The names of the index's levels in plans: their own, unless they have none or a column is called so.
    public List<String> indexNames() {
        List<String> names = new ArrayList<>();
        for (int level = 0; level < index.levels(); level++) {
            String own = index.names().get(level);
            boolean isTaken = own.isEmpty() || columns.contains(own) || names.contains(own);
            names.add(isTaken ? freeName("#index " + level) : own);
        }
        return names;
    }

    /// A name that no column has: this one, or one like it.
    public String freeName(String wanted) {
        String name = wanted;
        while (columns.contains(name)) {
            name = "#" + name;
        }
        return name;
    }

    /// Columns, and index columns unless the index is a range, as a table that shares their bytes; to be
    /// closed.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit in memory
    public Table table() {
        return options.allocate(pool -> table(storedSchema(), stored(), column -> column.read(pool)));
    }

    private Table table(Schema schema, List<FrameColumn> columns, Function<FrameColumn, Column> reader) {
        List<Column> read = new ArrayList<>();
        try {
            columns.forEach(column -> read.add(reader.apply(column)));
            return new Table(schema, read, rows());
        } catch (RuntimeException | Error failure) {
            read.forEach(Column::close);
            throw failure;
        }
    }

    /// The columns alone as a table that shares their bytes; to be closed.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit in memory
    public Table bareTable() {
        return options.allocate(pool -> table(schema(), columns.columns(), column -> column.read(pool)));
    }

    /// The columns alone as a table that shares their bytes and keeps its values whoever writes; to be closed.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit in memory
    public Table kept() {
        return options.allocate(pool -> table(schema(), columns.columns(), column -> column.keep(pool)));
    }

    /// Runs a plan over the rows with the index beside them. Columns of the result that are named as the
    /// index's become its index; without all of them the index is a new range. Others find their labels by
    /// name.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if rows that have to be held do not fit in memory
    public Frame run(UnaryOperator<LogicalPlan> query) {
        return from(Collected.of(
                isLarge(),
                List.of(this::open),
                frames -> query.apply(frames.getFirst().plan()),
                options));
    }

    /// Runs a plan over the columns alone whose result fits in memory; the caller closes it.
    public Table query(UnaryOperator<LogicalPlan> query) {
        Function<QueryContext, Table> work = context -> {
            try (OpenFrame open = openBare()) {
                return Executor.collect(query.apply(open.bare()), context);
            }
        };
        return isLarge() ? options.stream(work) : options.run(work);
    }

    private Collected bare(UnaryOperator<LogicalPlan> query) {
        return Collected.of(
                isLarge(),
                List.of(this::openBare),
                frames -> query.apply(frames.getFirst().bare()),
                options);
    }

    /// The rows for plans: one table that shares the columns' bytes, or, of a large frame, parts that come into
    /// memory as they are read.
    OpenFrame open() {
        if (isLarge()) {
            return new OpenFrame(parts(), labelled(parts()), columns.names(), null);
        }
        Table table = table();
        Dataset rows = new TableDataset(table);
        return new OpenFrame(rows, labelled(rows), columns.names(), table);
    }

    /// As [#open()], for plans over the columns alone.
    private OpenFrame openBare() {
        if (isLarge()) {
            PartsDataset parts = new PartsDataset(schema(), columns.columns(), rows());
            return new OpenFrame(parts, parts, columns.names(), null);
        }
        Table table = bareTable();
        Dataset rows = new TableDataset(table);
        return new OpenFrame(rows, rows, columns.names(), table);
    }

    private Dataset labelled(Dataset rows) {
        return index instanceof RangeIndex range
                ? new PositionedDataset(rows, range, indexNames().getFirst())
                : rows;
    }

    /// Runs a plan over the columns alone; the result has a range as index.
    public Frame runBare(UnaryOperator<LogicalPlan> query) {
        Collected rows = bare(query);
        return new Frame(labelled(rows, rows.schema().names()), RangeIndex.of(rows.rows()), options);
    }

    /// One row of aggregations of all rows, to be closed.
    public Table aggregate(List<Expr> aggregations) {
        return query(plan -> GroupedSelect.plan(plan, List.of(), aggregations, GroupByOptions.DEFAULT));
    }

    /// The values of expressions, row by row, with the index as it is.
    public Frame rowwise(List<Expr> expressions) {
        return rowwise(plan -> new LogicalPlan.Project(plan, expressions));
    }

    /// The rows of a plan over the columns alone that keeps number and order of rows, with the index as it is.
    Frame rowwise(UnaryOperator<LogicalPlan> query) {
        Collected rows = bare(query);
        return new Frame(labelled(rows, rows.schema().names()), index.copy(), options);
    }

    /// The same columns and, in the place of those of their names or at the end, the values of expressions.
    public Frame assign(List<Expr> expressions) {
        Frame computed = rowwise(expressions);
        ColumnAccessor<FrameColumn> all = columns.map(column -> column.share(options));
        for (Label label : computed.columns().labels()) {
            all = all.put(label, computed.columns().get(label));
        }
        return new Frame(all, computed.index(), options);
    }

    /// The rows of a result, under this index if the result has all of its columns.
    Frame from(Collected rows) {
        List<String> levels = indexNames();
        return levels.stream().allMatch(rows.schema()::contains)
                ? from(rows, levels)
                : new Frame(labelled(rows, rows.schema().names()), RangeIndex.of(rows.rows()), options);
    }

    /// Rows whose labels are the columns `levels`, under this frame's names of columns and levels.
    Frame from(Collected rows, List<String> levels) {
        List<String> names = rows.schema().names().stream()
                .filter(name -> !levels.contains(name))
                .toList();
        Index labels = Index.of(index.names(), levels.stream().map(rows::column).toList());
        return new Frame(labelled(rows, names), labels, options);
    }

    /// Columns of a result that are called as columns of this frame, under their labels.
    ColumnAccessor<FrameColumn> labelled(Collected rows, List<String> names) {
        return ColumnAccessor.of(
                names.stream().map(this::label).toList(),
                names.stream().map(rows::column).toList());
    }

    private Label label(String name) {
        return columns.contains(name) ? columns.labels().get(columns.position(name)) : Label.of(name);
    }

    /// Columns of this frame, shared, with the same index.
    public Frame with(ColumnAccessor<FrameColumn> chosen) {
        return new Frame(chosen.map(column -> column.share(options)), index.copy(), options);
    }

    /// Columns as index, one a level.
    public Frame indexedBy(List<String> names) {
        List<Label> labels = names.stream()
                .map(name -> columns.labels().get(columns.position(name)))
                .toList();
        List<FrameColumn> levels = labels.stream()
                .map(label -> columns.get(label).share(FrameOptions.DEFAULT))
                .toList();
        return with(columns.drop(labels)).reindexed(Index.of(names, levels));
    }

    /// These columns under another index, which it takes over.
    public Frame reindexed(Index other) {
        return new Frame(columns, other, options);
    }

    /// The one column with its bytes as values of another type that lies alike, such as the codes of categories;
    /// shared.
    public Frame retyped(DataType type) {
        return options.allocate(pool -> {
            try (FixedColumn column = (FixedColumn) columns.columns().getFirst().keep(pool)) {
                FrameColumn other = FrameColumn.of(column.as(type), pool);
                return new Frame(columns.map(_ -> other), index.copy(), options);
            }
        });
    }

    /// These columns under other labels.
    public Frame relabelled(UnaryOperator<Label> relabel) {
        return new Frame(columns.relabelled(relabel), index, options);
    }

    /// Some of the rows, shared.
    ///
    /// @throws IndexOutOfBoundsException if they are not all there
    public Frame slice(long start, long rows) {
        return new Frame(columns.map(column -> column.slice(start, rows, options)), index.slice(start, rows), options);
    }

    /// Gives the memory back now.
    public void close() {
        columns.columns().forEach(FrameColumn::close);
        index.close();
    }
}
