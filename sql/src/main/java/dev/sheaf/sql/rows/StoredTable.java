package dev.sheaf.sql.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A table in memory that CREATE TABLE makes and INSERT adds rows to.
///
/// The rows lie in parts, in the order in which they were added. A scan reads the parts that are there when it begins
/// and keeps them, whatever is added or dropped meanwhile. Small parts are put together, so that as many rows, added
/// one by one, are copied a logarithmic number of times. Thread-safe.
public final class StoredTable implements Dataset, AutoCloseable {
    /// Parts that together have fewer rows are put together; larger ones cost a scan nothing.
    private static final long MOST_JOINED_ROWS = 1 << 18;

    private volatile String name;
    private final Schema schema;
    private final MemoryPool pool;
    private final List<TableDataset> parts = new ArrayList<>();
    private long changes;
    private boolean dropped;

    /// What the table held at some time.
    ///
    /// @param changes how often it had been changed
    /// @param rows how many rows it had
    public record Version(long changes, long rows) {}

    /// A table without rows, whose memory comes from `pool`.
    public StoredTable(String name, Schema schema, MemoryPool pool) {
        this.name = name;
        this.schema = schema;
        this.pool = pool;
    }

    /// Its name, as messages have it.
    public String name() {
        return name;
    }

    /// Gives it another name.
    public void rename(String other) {
        name = other;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    /// Adds rows whose columns have the types of this table; the caller still closes `rows`. All of them are added, or
    /// none.
    ///
    /// @throws IllegalArgumentException if a column that takes no nulls has some, or the table was dropped
    public synchronized void append(Table rows) {
        checkThere();
        checkNulls(rows);
        if (rows.rowCount() == 0) {
            return;
        }
        int from = parts.size();
        long joined = rows.rowCount();
        while (from > 0 && isWorthJoining(rowsOf(from - 1), joined)) {
            joined += rowsOf(--from);
        }
        replaceFrom(from, rows);
    }

    private long rowsOf(int part) {
        return parts.get(part).table().rowCount();
    }

    /// What the table holds.
    public synchronized Version version() {
        return new Version(changes, stats().rowCount().orElseThrow());
    }

    /// As [#append(Table)] if nothing has changed since `version`.
    ///
    /// @return whether nothing had
    public synchronized boolean append(Version version, Table rows) {
        if (version.changes() != changes) {
            return false;
        }
        append(rows);
        return true;
    }

    /// Puts `rows` in the place of all rows, as [#append] takes them, if nothing has changed since `version`.
    ///
    /// @return whether nothing had
    /// @throws IllegalArgumentException as [#append]
    public boolean replace(Version version, Table rows) {
        return replace(version, new RowEdits.Result(List.of(), rows, Set.of()));
    }

    /// The same of edited rows.
    public synchronized boolean replace(Version version, RowEdits.Result rows) {
        checkThere();
        rows.parts().forEach(this::checkNulls);
        checkNulls(rows.added());
        if (version.changes() != changes) {
            return false;
        }
        List<TableDataset> before = new ArrayList<>(parts);
        parts.clear();
        rows.parts().stream()
                .filter(part -> part.rowCount() > 0)
                .forEach(part -> parts.add(new TableDataset(part.retain())));
        try {
            append(rows.added());
        } catch (RuntimeException | Error failure) {
            parts.forEach(part -> part.table().close());
            parts.clear();
            parts.addAll(before);
            throw failure;
        }
        before.forEach(part -> part.table().close());
        changes++;
        return true;
    }

    private static boolean isWorthJoining(long before, long added) {
        return before <= 2 * added && before + added <= MOST_JOINED_ROWS;
    }

    /// Puts `rows` below the last parts, in their place.
    private void replaceFrom(int from, Table rows) {
        List<TableDataset> last = parts.subList(from, parts.size());
        Table joined;
        try (Table renamed = renamed(rows)) {
            List<Table> all =
                    new ArrayList<>(last.stream().map(TableDataset::table).toList());
            all.add(renamed);
            joined = Concat.tables(schema, all, pool);
        }
        last.forEach(part -> part.table().close());
        last.clear();
        parts.add(new TableDataset(joined));
        changes++;
    }

    /// Drops the table if nothing has changed since `version`.
    ///
    /// @return whether nothing had
    public synchronized boolean close(Version version) {
        boolean unchanged = version.changes() == changes && !dropped;
        if (unchanged) {
            close();
        }
        return unchanged;
    }

    /// The rows, in parts that the caller closes.
    public synchronized List<Table> parts() {
        return parts.stream().map(part -> part.table().retain()).toList();
    }

    /// What its rows can be changed by, if nothing has changed since `version`.
    ///
    /// @param others rows with columns of this table, as [RowEdits] wants them
    /// @param written the columns in which rows of the table may get other values
    public synchronized Optional<RowEdits> edits(Version version, Table others, Set<String> written) {
        return version.changes() == changes
                ? Optional.of(new RowEdits(parts(), others, written, pool))
                : Optional.empty();
    }

    /// Puts the rows of [#parts] in the place of all and takes the parts over; a table that was dropped is there again.
    public synchronized void restore(List<Table> before) {
        parts.forEach(part -> part.table().close());
        parts.clear();
        before.forEach(part -> parts.add(new TableDataset(part)));
        dropped = false;
        changes++;
    }

    private Table renamed(Table rows) {
        return new Table(schema, rows.columns().stream().map(Column::retain).toList(), rows.rowCount());
    }

    private void checkNulls(Table rows) {
        for (int i = 0; i < schema.size(); i++) {
            if (!schema.field(i).nullable() && rows.column(i).nullCount() > 0) {
                throw new IllegalArgumentException("column \"" + schema.field(i).name() + "\" of the table \"" + name
                        + "\" is NOT NULL, and a row has no value for it");
            }
        }
    }

    private void checkThere() {
        if (dropped) {
            throw new IllegalArgumentException("the table \"" + name + "\" was dropped after this query was made");
        }
    }

    @Override
    public synchronized SourceStats stats() {
        return SourceStats.ofRows(
                parts.stream().mapToLong(part -> part.table().rowCount()).sum());
    }

    @Override
    public String describe() {
        return "table " + name;
    }

    /// @throws IllegalArgumentException if the table was dropped
    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return scan(scan, schema.select(scan.columns()), context, (part, _) -> part);
    }

    /// What becomes of the scan of a part, whose first row has a number.
    interface PartScan {
        BatchSource of(BatchSource part, long first);
    }

    /// The parts one after the other.
    synchronized BatchSource scan(Scan scan, Schema result, QueryContext context, PartScan each) {
        checkThere();
        List<BatchSource> sources = new ArrayList<>();
        long first = 0;
        try {
            for (TableDataset part : parts) {
                sources.add(each.of(part.scan(scan, context), first));
                first += part.table().rowCount();
            }
            return sources.size() == 1 ? sources.getFirst() : new UnionSource(result, sources);
        } catch (RuntimeException | Error failure) {
            sources.forEach(BatchSource::close);
            throw failure;
        }
    }

    /// Drops the table; scans under way keep their rows until they end.
    @Override
    public synchronized void close() {
        dropped = true;
        parts.forEach(part -> part.table().close());
        parts.clear();
    }
}
