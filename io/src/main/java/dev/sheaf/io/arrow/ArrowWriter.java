package dev.sheaf.io.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/// Writes tables of one schema as an Arrow IPC stream or file.
///
/// The schema goes out first, then a record batch for each table, then an end mark and, in a file, the footer.
/// Columns of a dictionary type keep their dictionary in a stream, where a new one may replace it between
/// batches; a file cannot replace dictionaries, so there, as everywhere else, the values are written out.
public final class ArrowWriter implements AutoCloseable {
    static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    static final int CONTINUATION = -1;

    /// Every message, and every buffer in it, starts at a multiple of this, which suits vector loads and our
    /// columns.
    static final int ALIGNMENT = 64;

    private static final int MESSAGE_ALIGNMENT = 8;
    private static final int MAX_WRITE_BYTES = 1 << 30;

    private final WritableByteChannel channel;
    private final Schema schema;
    private final MemoryPool pool;
    private final boolean file;
    private final Map<String, String> metadata;
    private final List<long[]> blocks = new ArrayList<>();
    private long position;
    private boolean finished;

    private ArrowWriter(
            WritableByteChannel channel, Schema schema, MemoryPool pool, boolean file, Map<String, String> metadata) {
        this.channel = channel;
        this.schema = file ? decoded(schema) : schema;
        this.pool = pool;
        this.file = file;
        this.metadata = metadata;
    }

    /// Starts a stream; the channel stays the caller's.
    ///
    /// @throws UncheckedIOException if the channel fails, here and in all other methods
    public static ArrowWriter stream(WritableByteChannel channel, Schema schema, MemoryPool pool) {
        return stream(channel, schema, Map.of(), pool);
    }

    /// As [#stream(WritableByteChannel, Schema, MemoryPool)], with key-value metadata of the schema.
    public static ArrowWriter stream(
            WritableByteChannel channel, Schema schema, Map<String, String> metadata, MemoryPool pool) {
        ArrowWriter writer = new ArrowWriter(channel, schema, pool, false, metadata);
        writer.writeSchema();
        return writer;
    }

    /// Starts a file; the channel stays the caller's.
    public static ArrowWriter file(WritableByteChannel channel, Schema schema, MemoryPool pool) {
        ArrowWriter writer = new ArrowWriter(channel, schema, pool, true, Map.of());
        writer.writeBytes(ByteBuffer.wrap(MAGIC));
        writer.pad(MESSAGE_ALIGNMENT);
        writer.writeSchema();
        return writer;
    }

    private static Schema decoded(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded(), field.nullable()))
                .toList());
    }

    /// Writes the rows of a table as one batch.
    ///
    /// @throws IllegalArgumentException if the table has another schema
    public void write(Table table) {
        if (!table.schema().names().equals(schema.names())) {
            throw new IllegalArgumentException("a table of " + table.schema() + " cannot go where " + schema + " does");
        }
        writeDictionaries(table);
        try (ColumnEncoder encoder = new ColumnEncoder(pool)) {
            for (int i = 0; i < schema.size(); i++) {
                encoder.add(
                        encodable(table.column(i), schema.field(i).type()),
                        schema.field(i).type());
            }
            long start = position;
            long[] sizes = writeBatch(encoder, table.rowCount(), -1);
            blocks.add(new long[] {start, sizes[0], sizes[1]});
        }
    }

    private static Column encodable(Column column, DataType type) {
        if (type instanceof DataType.DictionaryType && !(column instanceof DictionaryColumn)) {
            throw new IllegalArgumentException("a column of " + column.type() + " cannot be written as " + type);
        }
        return column;
    }

    /// Writes the dictionaries of a batch, which replace those of the batch before.
    private void writeDictionaries(Table table) {
        int number = 0;
        for (int i = 0; i < schema.size(); i++) {
            if (!(schema.field(i).type() instanceof DataType.DictionaryType(DataType valueType))) {
                continue;
            }
            Column values = ((DictionaryColumn) table.column(i)).values();
            writeDictionary(number, values, valueType);
            number++;
        }
    }

    private void writeDictionary(int number, Column values, DataType type) {
        try (ColumnEncoder encoder = new ColumnEncoder(pool)) {
            encoder.add(values, type);
            writeBatch(encoder, values.length(), number);
        }
    }

    /// Writes a record batch, or the dictionary of a number; returns the bytes of its head and of its body.
    private long[] writeBatch(ColumnEncoder encoder, long rows, long dictionary) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        List<MemorySegment> buffers = encoder.buffers();
        long[] offsets = new long[buffers.size() + 1];
        for (int i = 0; i < buffers.size(); i++) {
            offsets[i + 1] = roundUp(offsets[i] + buffers.get(i).byteSize(), ALIGNMENT);
        }
        long bodyBytes = offsets[buffers.size()];
        int batch = recordBatch(builder, encoder, offsets, rows);
        int header = dictionary < 0 ? batch : DictionaryBatch.createDictionaryBatch(builder, dictionary, batch, false);
        byte kind = dictionary < 0 ? MessageHeader.RecordBatch : MessageHeader.DictionaryBatch;
        long headBytes = writeMessage(builder, kind, header, bodyBytes);
        long body = position;
        for (int i = 0; i < buffers.size(); i++) {
            writeSegment(buffers.get(i));
            padTo(body + offsets[i + 1]);
        }
        return new long[] {headBytes, bodyBytes};
    }

    private static int recordBatch(FlatBufferBuilder builder, ColumnEncoder encoder, long[] offsets, long rows) {
        List<ColumnEncoder.Node> nodes = encoder.nodes();
        RecordBatch.startNodesVector(builder, nodes.size());
        for (ColumnEncoder.Node node : nodes.reversed()) {
            FieldNode.createFieldNode(builder, node.length(), node.nullCount());
        }
        int nodeVector = builder.endVector();
        List<MemorySegment> buffers = encoder.buffers();
        RecordBatch.startBuffersVector(builder, buffers.size());
        for (int i = buffers.size() - 1; i >= 0; i--) {
            org.apache.arrow.flatbuf.Buffer.createBuffer(
                    builder, offsets[i], buffers.get(i).byteSize());
        }
        int bufferVector = builder.endVector();
        RecordBatch.startRecordBatch(builder);
        RecordBatch.addLength(builder, rows);
        RecordBatch.addNodes(builder, nodeVector);
        RecordBatch.addBuffers(builder, bufferVector);
        return RecordBatch.endRecordBatch(builder);
    }

    private void writeSchema() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int header = ArrowSchemaWriter.write(builder, schema, metadata);
        writeMessage(builder, MessageHeader.Schema, header, 0);
    }

    /// Writes a message up to its body and returns the bytes of that.
    private long writeMessage(FlatBufferBuilder builder, byte kind, int header, long bodyBytes) {
        Message.startMessage(builder);
        Message.addVersion(builder, MetadataVersion.V5);
        Message.addHeaderType(builder, kind);
        Message.addHeader(builder, header);
        Message.addBodyLength(builder, bodyBytes);
        builder.finish(Message.endMessage(builder));
        ByteBuffer message = builder.dataBuffer();
        long start = position;
        long end = roundUp(start + 2L * Integer.BYTES + message.remaining(), ALIGNMENT);
        writeInts(CONTINUATION, (int) (end - start - 2L * Integer.BYTES));
        writeBytes(message);
        padTo(end);
        return end - start;
    }

    /// Writes the end mark and, in a file, the footer. A stream or file without it is not complete.
    public void finish() {
        if (finished) {
            return;
        }
        finished = true;
        writeInts(CONTINUATION, 0);
        if (file) {
            writeFooter();
        }
    }

    private void writeFooter() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schemaTable = ArrowSchemaWriter.write(builder, schema, metadata);
        Footer.startRecordBatchesVector(builder, blocks.size());
        for (long[] block : blocks.reversed()) {
            Block.createBlock(builder, block[0], (int) block[1], block[2]);
        }
        int batches = builder.endVector();
        Footer.startDictionariesVector(builder, 0);
        int none = builder.endVector();
        Footer.startFooter(builder);
        Footer.addVersion(builder, MetadataVersion.V5);
        Footer.addSchema(builder, schemaTable);
        Footer.addDictionaries(builder, none);
        Footer.addRecordBatches(builder, batches);
        builder.finish(Footer.endFooter(builder));
        ByteBuffer footer = builder.dataBuffer();
        int size = footer.remaining();
        writeBytes(footer);
        writeInts(size);
        writeBytes(ByteBuffer.wrap(MAGIC));
    }

    /// Ends the writer without finishing what it wrote.
    @Override
    public void close() {
        finished = true;
    }

    private void writeInts(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        writeBytes(bytes.flip());
    }

    private void writeSegment(MemorySegment segment) {
        for (long at = 0; at < segment.byteSize(); at += MAX_WRITE_BYTES) {
            writeBytes(segment.asSlice(at, Math.min(MAX_WRITE_BYTES, segment.byteSize() - at))
                    .asByteBuffer());
        }
    }

    private void pad(int alignment) {
        padTo(roundUp(position, alignment));
    }

    private void padTo(long end) {
        writeBytes(ByteBuffer.allocate((int) (end - position)));
    }

    private static long roundUp(long value, int alignment) {
        return (value + alignment - 1) & -alignment;
    }

    private void writeBytes(ByteBuffer bytes) {
        position += bytes.remaining();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
