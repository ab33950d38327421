package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.meta.ThriftOutput;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;

/// The page indexes of all chunks of a file, which lie together in front of the footer: bounds first, then places.
final class IndexSection {
    private final List<Indexed> chunks = new ArrayList<>();

    private record Indexed(ColumnChunk chunk, PageIndexes indexes) {}

    /// Takes the indexes of a chunk, whose places are in the file.
    void add(ColumnChunk chunk, PageIndexes indexes) {
        chunks.add(new Indexed(chunk, indexes));
    }

    /// Appends the indexes, and notes in the chunks where they are.
    ///
    /// @param position where the start of `output` comes to lie in the file
    void write(ByteOutput output, long position) {
        for (Indexed each : chunks) {
            each.indexes.bounds().ifPresent(bounds -> write(bounds, each.chunk, output, position));
        }
        for (Indexed each : chunks) {
            each.chunk.setOffset_index_offset(position + output.size());
            each.chunk.setOffset_index_length(ThriftOutput.write(each.indexes.offsets(), output));
        }
    }

    private static void write(ColumnIndex bounds, ColumnChunk chunk, ByteOutput output, long position) {
        chunk.setColumn_index_offset(position + output.size());
        chunk.setColumn_index_length(ThriftOutput.write(bounds, output));
    }
}
