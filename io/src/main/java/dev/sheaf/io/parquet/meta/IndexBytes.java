package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.nio.channels.FileChannel;
import shaded.parquet.org.apache.thrift.TBase;

/// Reads the structures of page indexes, which lie between the pages and the footer.
final class IndexBytes {
    private IndexBytes() {}

    /// Reads a structure of `length` bytes at `offset`.
    ///
    /// @return whether there was one; a file is read as well without indexes
    static boolean read(ParquetFile file, FileChannel channel, long offset, int length, TBase<?, ?> structure) {
        if (offset <= 0 || length <= 0 || offset > file.byteSize() - length) {
            return false;
        }
        try (Buffer buffer = MemoryPool.shared().allocate(length, "Parquet page index")) {
            FileReads.read(channel, file.place().in("page index"), offset, buffer.segment(), length);
            new ThriftInput(buffer.segment(), length).read(structure);
            return true;
        } catch (MalformedPageException | ThriftInput.EndsEarly damaged) {
            return false;
        }
    }
}
