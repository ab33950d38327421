package dev.sheaf.io.parquet;

import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.io.parquet.read.CommonForm;
import dev.sheaf.io.parquet.read.ParquetDataset;
import dev.sheaf.query.Dataset;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.KeyValue;

/// The part of a Parquet file that lies in a range of bytes. Schedulers of clusters share files out in such ranges.
///
/// A row group belongs to the range in which its middle lies. So ranges that cover a file have each of its row groups
/// once, wherever they are cut. Texts are not checked to be UTF-8: their bytes are as they are in the file. A split
/// holds no open file and may be used by several threads.
public final class ParquetSplit {
    private final ParquetFile file;
    private final ParquetDataset rows;

    private ParquetSplit(ParquetFile file, ParquetDataset rows) {
        this.file = file;
        this.rows = rows;
    }

    /// Reads the footer of a file, and takes the row groups whose middle lies from the byte `start` on and before
    /// `end`.
    ///
    /// @throws IllegalArgumentException if this is no Parquet file, or an encrypted one
    /// @throws dev.sheaf.query.CorruptFileException if it is a damaged one
    public static ParquetSplit open(Path file, long start, long end) {
        ParquetFile known = ParquetFile.open(file, true);
        return new ParquetSplit(known, ParquetDataset.between(known, start, end));
    }

    /// The rows of the row groups that belong to the range.
    public Dataset rows() {
        return rows;
    }

    /// Whether a column has one value a row, is compressed by a codec that Sheaf has, and is of no form that readers
    /// take for different types: not so timestamps of 96 bits, UUIDs and floats of 16 bits. The whole file decides,
    /// so each split of it gives the same answer.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public boolean isCommon(String column) {
        return CommonForm.isOf(file, column);
    }

    /// What the writer has noted in the file, by keys; unmodifiable.
    public Map<String, String> metadata() {
        Map<String, String> metadata = new HashMap<>();
        List<KeyValue> entries = file.footer().getKey_value_metadata();
        for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
            String value = entry.getValue();
            metadata.put(String.valueOf(entry.getKey()), value == null ? "" : value);
        }
        return Map.copyOf(metadata);
    }
}
