package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.FileReads;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;

/// One file, known by its footer. Holds no open channel.
public record ParquetFile(
        Path path, long byteSize, FileMetaData footer, List<SchemaNode> columns, Schema schema, ChunkFacts facts) {

    public static ParquetFile open(Path path) {
        return open(path, false);
    }

    /// As [#open(Path)]; with `anyBytes`, texts are not checked to be UTF-8.
    public static ParquetFile open(Path path, boolean anyBytes) {
        FilePosition place = FilePosition.of(path);
        FileChannel channel = FileReads.open(path);
        try {
            long byteSize = FileReads.size(channel, path);
            FileMetaData footer = FooterReader.read(channel, byteSize, place);
            List<SchemaNode> columns = columns(footer, anyBytes, place.in("footer"));
            Schema schema = schema(columns, place);
            return new ParquetFile(path, byteSize, footer, columns, schema, facts(footer));
        } finally {
            FileReads.close(channel, path);
        }
    }

    private static List<SchemaNode> columns(FileMetaData footer, boolean anyBytes, FilePosition place) {
        try {
            return AnnotatedTypes.apply(
                    footer, SchemaReader.columns(Objects.requireNonNull(footer.getSchema()), anyBytes));
        } catch (MalformedPageException damage) {
            throw place.corrupt(damage.problem(), damage);
        }
    }

    private static Schema schema(List<SchemaNode> columns, FilePosition place) {
        try {
            return new Schema(columns.stream().map(SchemaNode::field).toList());
        } catch (IllegalArgumentException duplicate) {
            throw new IllegalArgumentException(place + ": " + duplicate.getMessage(), duplicate);
        }
    }

    /// Every row group has a chunk of each leaf.
    private static ChunkFacts facts(FileMetaData footer) {
        List<RowGroup> groups = Objects.requireNonNull(footer.getRow_groups());
        int leaves = groups.isEmpty() ? 0 : groups.getFirst().getColumnsSize();
        return new ChunkFacts(groups.size(), leaves);
    }

    public FilePosition place() {
        return FilePosition.of(path);
    }

    public int rowGroupCount() {
        return rowGroups().size();
    }

    RowGroup rowGroup(int index) {
        return rowGroups().get(index);
    }

    private List<RowGroup> rowGroups() {
        return Objects.requireNonNull(footer.getRow_groups());
    }

    long rowCount() {
        return footer.getNum_rows();
    }

    /// The chunk of a leaf in a row group.
    public ColumnMetaData chunk(int rowGroup, Leaf leaf) {
        return Objects.requireNonNull(columnChunk(rowGroup, leaf).getMeta_data());
    }

    /// As [#chunk], with where its indexes lie.
    ColumnChunk columnChunk(int rowGroup, Leaf leaf) {
        List<ColumnChunk> chunks = Objects.requireNonNull(rowGroup(rowGroup).getColumns());
        return chunks.get(leaf.index());
    }

    public SchemaNode column(String name) {
        return columns.get(schema.indexOf(name));
    }

    /// The leaf of a column that holds one value a row at most, if it is such a column.
    java.util.Optional<Leaf> flatLeaf(String name) {
        return column(name) instanceof SchemaNode.ValueNode(Field _, int _, Leaf leaf) && leaf.maxRepetition() == 0
                ? java.util.Optional.of(leaf)
                : java.util.Optional.empty();
    }

    /// Opens the file to read row groups.
    ///
    /// @throws IllegalArgumentException if it is not the file any more whose footer was read
    public FileChannel openAgain() {
        FileChannel channel = FileReads.open(path);
        long now = FileReads.size(channel, path);
        if (now != byteSize) {
            FileReads.close(channel, path);
            throw new IllegalArgumentException(path + " has changed since it was opened: it had " + byteSize
                    + " bytes and has " + now + ". Open it again");
        }
        return channel;
    }
}
