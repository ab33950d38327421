package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.bytes.ByteOutput;
import java.util.Optional;
import org.apache.parquet.format.ColumnMetaData;

/// The pages of a column chunk, ready to be written, and their metadata; offsets in it count from the start of the
/// chunk.
///
/// @param indexes of a column that has an entry a row
record EncodedChunk(ByteOutput pages, ColumnMetaData metadata, Optional<PageIndexes> indexes) implements AutoCloseable {

    /// Metadata for a chunk that is written at `position` of the file.
    ColumnMetaData at(long position) {
        ColumnMetaData placed = new ColumnMetaData(metadata);
        placed.setData_page_offset(position + metadata.getData_page_offset());
        if (metadata.isSetDictionary_page_offset()) {
            placed.setDictionary_page_offset(position + metadata.getDictionary_page_offset());
        }
        return placed;
    }

    @Override
    public void close() {
        pages.close();
    }
}
