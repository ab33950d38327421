package dev.sheaf.spark.scan;

import dev.sheaf.io.parquet.ParquetSplit;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.spark.column.TableBatch;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.runtime.AbstractFunction1;

/// Reads a split of a file, as it is sent to executors.
final class FileReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>> implements Serializable {
    private final Function1<PartitionedFile, Iterator<InternalRow>> ofSpark;
    private final StructType columns;
    private final StructType partitions;
    private final boolean caseSensitive;
    private final Broadcast<SerializableConfiguration> configuration;

    /// @param ofSpark reads files that Sheaf does not
    /// @param columns what is asked of the files
    /// @param partitions the columns behind those, with one value a file
    /// @param configuration what Hadoop's file systems are told
    FileReader(
            Function1<PartitionedFile, Iterator<InternalRow>> ofSpark,
            StructType columns,
            StructType partitions,
            boolean caseSensitive,
            Broadcast<SerializableConfiguration> configuration) {
        this.ofSpark = ofSpark;
        this.columns = columns;
        this.partitions = partitions;
        this.caseSensitive = caseSensitive;
        this.configuration = configuration;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        return split(path(file), file).map(FileReader::single).orElseGet(() -> ofSpark.apply(file));
    }

    private Path path(PartitionedFile file) {
        URI place = file.toPath().toUri();
        boolean isLocal = place.getScheme() == null || "file".equals(place.getScheme());
        return isLocal
                ? Path.of(place.getPath())
                : HadoopStore.path(file, configuration.value().value());
    }

    /// What is no file that Sheaf reads, Spark's reader reads, or fails on in its own words.
    private Optional<TableBatch> split(Path path, PartitionedFile file) {
        try {
            ParquetSplit split = ParquetSplit.open(path, file.start(), file.start() + file.length());
            return FileFit.of(split, columns, caseSensitive)
                    .map(names ->
                            new SplitBatch(split.rows(), new ScanColumns(names, partitions, file.partitionValues())));
        } catch (CorruptFileException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Spark's readers give batches where rows are expected.
    @SuppressWarnings("unchecked")
    private static Iterator<InternalRow> single(TableBatch batch) {
        return (Iterator<InternalRow>) (Iterator<?>) Iterator$.MODULE$.single(batch);
    }
}
