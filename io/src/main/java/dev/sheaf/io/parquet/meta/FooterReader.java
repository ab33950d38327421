package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;

/// Reads the footer at the end of a file and checks that its parts fit together.
///
/// The file ends with the footer, its length in 4 bytes, and the magic number.
final class FooterReader {
    private static final String PURPOSE = "Parquet footer";
    private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;
    private static final int ENCRYPTED_MAGIC = 'P' | 'A' << 8 | 'R' << 16 | 'E' << 24;
    private static final int MAGIC_BYTES = 4;
    private static final int TAIL_BYTES = 8;

    private FooterReader() {}

    /// @throws IllegalArgumentException if this is no Parquet file at all, or an encrypted one
    /// @throws dev.sheaf.query.CorruptFileException if it is a damaged one
    static FileMetaData read(FileChannel channel, long byteSize, FilePosition place) {
        if (byteSize == 0) {
            throw new IllegalArgumentException(place + " is empty, which no Parquet file is");
        }
        MemoryPool pool = MemoryPool.shared();
        long length;
        try (Buffer ends = pool.allocate(2 * TAIL_BYTES, PURPOSE)) {
            MemorySegment bytes = ends.segment().fill((byte) 0);
            FileReads.read(channel, place, 0, bytes, Math.min(byteSize, MAGIC_BYTES));
            int head = bytes.get(ValueLayout.JAVA_INT, 0);
            if (byteSize < MAGIC_BYTES + TAIL_BYTES) {
                throw notParquet(place, head, 0);
            }
            FileReads.read(channel, place, byteSize - TAIL_BYTES, bytes, TAIL_BYTES);
            checkMagic(head, bytes.get(ValueLayout.JAVA_INT, MAGIC_BYTES), place);
            length = Integer.toUnsignedLong(bytes.get(ValueLayout.JAVA_INT, 0));
        }
        if (length > byteSize - MAGIC_BYTES - TAIL_BYTES) {
            throw place.corrupt("a footer of " + length + " bytes does not fit into a file of " + byteSize);
        }
        return read(channel, byteSize, length, place);
    }

    private static void checkMagic(int head, int tail, FilePosition place) {
        if (tail == ENCRYPTED_MAGIC) {
            throw place.unsupported("the file is encrypted, which is not supported");
        }
        if (tail != MAGIC) {
            throw notParquet(place, head, tail);
        }
    }

    /// A file that begins as a Parquet file was one; anything else is another kind of file.
    private static RuntimeException notParquet(FilePosition place, int head, int tail) {
        if (head == MAGIC) {
            return place.corrupt("the file does not end as a Parquet file does; it is truncated or was never finished");
        }
        return new IllegalArgumentException(place + " is not a Parquet file: neither its start nor its end is PAR1"
                + (tail == 0 ? "" : ". Was it written in another format?"));
    }

    private static FileMetaData read(FileChannel channel, long byteSize, long length, FilePosition file) {
        FilePosition place = file.in("footer");
        FileMetaData footer = new FileMetaData();
        try (Buffer buffer = MemoryPool.shared().allocate(length, PURPOSE)) {
            FileReads.read(channel, place, byteSize - TAIL_BYTES - length, buffer.segment(), length);
            new ThriftInput(buffer.segment(), length).read(footer);
        } catch (MalformedPageException | ThriftInput.EndsEarly damage) {
            throw place.corrupt(String.valueOf(damage.getMessage()), damage);
        }
        if (footer.isSetEncryption_algorithm()) {
            throw file.unsupported("the file is encrypted, which is not supported");
        }
        check(footer, file);
        return footer;
    }

    private static void check(FileMetaData footer, FilePosition place) {
        long leaves = Objects.requireNonNull(footer.getSchema()).stream()
                .filter(FooterReader::isLeaf)
                .count();
        long rows = 0;
        List<RowGroup> groups = Objects.requireNonNull(footer.getRow_groups());
        for (int i = 0; i < groups.size(); i++) {
            RowGroup group = groups.get(i);
            FilePosition where = place.in("row group " + i);
            List<ColumnChunk> chunks = Objects.requireNonNull(group.getColumns());
            if (chunks.size() != leaves) {
                throw where.corrupt(chunks.size() + " column chunks where the schema has " + leaves + " columns");
            }
            if (group.getNum_rows() < 0 || rows + group.getNum_rows() < 0) {
                throw where.corrupt("a row count of " + group.getNum_rows());
            }
            rows += group.getNum_rows();
            chunks.forEach(chunk -> check(chunk, place));
        }
        if (rows != footer.getNum_rows()) {
            throw place.in("footer").corrupt("the row groups have " + rows + " rows, the file " + footer.getNum_rows());
        }
    }

    private static boolean isLeaf(SchemaElement element) {
        return element.isSetType() && element.getNum_children() <= 0;
    }

    private static void check(ColumnChunk chunk, FilePosition place) {
        if (chunk.isSetCrypto_metadata()) {
            throw place.unsupported("columns of the file are encrypted, which is not supported");
        }
        if (chunk.isSetFile_path()) {
            throw place.unsupported(
                    "its columns lie in other files (" + chunk.getFile_path() + "), which is not" + " supported");
        }
        if (!chunk.isSetMeta_data()) {
            throw place.in("footer").corrupt("a column chunk has no metadata");
        }
    }
}
