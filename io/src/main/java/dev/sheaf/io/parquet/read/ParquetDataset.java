package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.io.parquet.meta.FileStatistics;
import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.io.parquet.meta.RowGroupTask;
import dev.sheaf.io.parquet.meta.SchemaMerge;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.FileDataset;
import dev.sheaf.query.FileDatasets;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.bounds.BlockOrder;
import dev.sheaf.query.bounds.Pruning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parquet files of the same columns, known by their footers, as one data set in the order of the files.
///
/// Files may order their columns differently and differ in which columns may hold nulls. Nothing is held
/// open between scans.
public final class ParquetDataset implements FileDataset {
    /// Rows a batch: as many as a morsel or two, and all of a row group of the usual 122,880.
    public static final int BATCH_ROWS = 1 << 17;

    private final List<ParquetFile> files;
    private final List<RowGroupTask> rowGroups;
    private final Schema schema;
    private @Nullable SourceStats stats;

    private ParquetDataset(List<ParquetFile> files, Schema schema) {
        this(files, schema, rowGroups(files));
    }

    private ParquetDataset(List<ParquetFile> files, Schema schema, List<RowGroupTask> rowGroups) {
        this.files = List.copyOf(files);
        this.schema = schema;
        this.rowGroups = List.copyOf(rowGroups);
    }

    /// The row groups of one file whose middle lies from `start` on and before `end`.
    public static ParquetDataset between(ParquetFile file, long start, long end) {
        List<ParquetFile> files = List.of(file);
        List<RowGroupTask> within = rowGroups(files).stream()
                .filter(task -> task.middle() >= start && task.middle() < end)
                .toList();
        return new ParquetDataset(files, SchemaMerge.merge(files), within);
    }

    /// Files of the same columns follow each other without more ado; others are brought together by name.
    public static FileDataset open(List<Path> paths) {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no file to read; name at least one Parquet file");
        }
        List<FileDataset> alike = new ArrayList<>();
        for (List<ParquetFile> files :
                SchemaMerge.alike(paths.stream().map(ParquetFile::open).toList())) {
            alike.add(new ParquetDataset(files, SchemaMerge.merge(files)));
        }
        return FileDatasets.byName(alike);
    }

    @Override
    public List<Path> files() {
        return files.stream().map(ParquetFile::path).toList();
    }

    @Override
    public ParquetDataset only(List<Path> some) {
        Set<Path> wanted = Set.copyOf(some);
        return new ParquetDataset(
                files.stream().filter(file -> wanted.contains(file.path())).toList(), schema);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    /// Found out when they are first asked for: with many columns and row groups that takes a while.
    @Override
    public synchronized SourceStats stats() {
        if (stats == null) {
            stats = FileStatistics.of(rowGroups, schema);
        }
        return stats;
    }

    @Override
    public String describe() {
        String groups = rowGroups.size() == 1 ? "1 row group" : rowGroups.size() + " row groups";
        return FileDataset.super.describe() + " (" + groups + ")";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        Schema selected = schema.select(scan.columns());
        for (ParquetFile file : files) {
            selected.fields().forEach(field -> checkSupported(file, field));
        }
        int batchRows = context.settings().getPositive("parquet.batch.rows", context.batchRows(BATCH_ROWS));
        Optional<Pruning> pruning = scan.filter().map(condition -> Pruning.by(condition, schema));
        List<RowGroupTask> wanted = rowGroups.stream()
                .filter(task -> pruning.isEmpty() || pruning.get().mayMatch(task::bounds))
                .toList();
        boolean all = wanted.size() == rowGroups.size();
        SourceStats known = all ? stats() : FileStatistics.of(wanted, selected);
        return new ParquetSource(schema, selected, scan, known, ordered(wanted, scan), batchRows);
    }

    private List<RowGroupTask> ordered(List<RowGroupTask> wanted, Scan scan) {
        return scan.lead()
                .map(lead -> BlockOrder.of(wanted, task -> task.bounds(lead.column()), lead.direction()))
                .orElse(wanted);
    }

    /// The row groups that have rows, in order.
    private static List<RowGroupTask> rowGroups(List<ParquetFile> files) {
        List<RowGroupTask> tasks = new ArrayList<>();
        long firstRow = 0;
        for (ParquetFile file : files) {
            for (int i = 0; i < file.rowGroupCount(); i++) {
                RowGroupTask task = new RowGroupTask(file, i, firstRow);
                firstRow = Math.addExact(firstRow, task.rowCount());
                if (task.rowCount() > 0) {
                    tasks.add(task);
                }
            }
        }
        return tasks;
    }

    private static void checkSupported(ParquetFile file, Field field) {
        file.column(field.name()).unsupported().ifPresent(reason -> {
            throw file.place().in("column \"" + field.name() + "\"").unsupported(reason + "; leave the column out");
        });
    }
}
