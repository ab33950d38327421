package dev.sheaf.io.parquet;

import dev.sheaf.column.Schema;
import dev.sheaf.io.parquet.meta.FooterSummary;
import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.io.parquet.read.ParquetDataset;
import dev.sheaf.io.parquet.write.ParquetSink;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.FileSummary;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import java.util.List;

/// Apache Parquet files. See the package for what is read and written, and for the settings.
public final class ParquetFormat implements FileFormat {

    /// Creates the format; it holds nothing.
    public ParquetFormat() {}

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public List<String> extensions() {
        return List.of("parquet", "pq");
    }

    @Override
    public Dataset open(List<Path> files, FileOptions options) {
        return ParquetDataset.open(files);
    }

    @Override
    public FileSummary summary(Path file) {
        return FooterSummary.of(ParquetFile.open(file));
    }

    @Override
    public BatchSink create(Path file, Schema schema, FileOptions options, QueryContext context) {
        return ParquetSink.create(file, schema, options, context);
    }
}
