package dev.sheaf.io.arrow;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/// Reads the tables of an Arrow IPC stream or file from front to back.
///
/// A file is read like the stream that it contains; its footer is not needed for that. Each table's columns are
/// views on the one buffer into which its batch was read. Everything that the bytes claim is checked before it
/// is used.
///
/// Not thread-safe.
public final class ArrowReader implements AutoCloseable {
    private static final String PURPOSE = "Arrow batches";

    /// No schema or batch head comes near this; a larger claim is damage.
    private static final int MAX_HEAD_BYTES = 256 << 20;

    private final ByteReader bytes;
    private final MemoryPool pool;
    private final Path name;
    private final boolean anyBytes;
    private final Map<Long, Column> dictionaries = new HashMap<>();
    private final List<ArrowSchemas.Layout> layouts;
    private final Schema schema;
    private Map<String, String> metadata = Map.of();
    private long batchNumber;

    private ArrowReader(ByteReader bytes, Path name, boolean anyBytes, MemoryPool pool) {
        this.bytes = bytes;
        this.name = name;
        this.anyBytes = anyBytes;
        this.pool = pool;
        this.layouts = readSchema();
        this.schema = schemaOf(layouts);
    }

    /// @throws IllegalArgumentException if two fields have one name
    private static Schema schemaOf(List<ArrowSchemas.Layout> layouts) {
        return new Schema(layouts.stream().map(ArrowSchemas.Layout::field).toList());
    }

    /// Reads from a channel, which stays the caller's; `name` stands for it in errors.
    ///
    /// @throws CorruptFileException if the bytes are not an Arrow stream or file, here and in [#next]
    public static ArrowReader of(ReadableByteChannel channel, Path name, MemoryPool pool) {
        return new ArrowReader(ByteReader.of(channel), name, false, pool);
    }

    /// Reads from memory, which has to stay open; `name` stands for it in errors.
    public static ArrowReader of(MemorySegment bytes, Path name, MemoryPool pool) {
        return new ArrowReader(ByteReader.of(bytes), name, false, pool);
    }

    /// As [#of(MemorySegment, Path, MemoryPool)], with texts as they are: their bytes need not be UTF-8.
    static ArrowReader ofAnyBytes(MemorySegment bytes, Path name, MemoryPool pool) {
        return new ArrowReader(ByteReader.of(bytes), name, true, pool);
    }

    /// The schema of every table.
    public Schema schema() {
        return schema;
    }

    /// The key-value metadata of the schema.
    public Map<String, String> metadata() {
        return metadata;
    }

    /// The next table, which the caller closes, or null at the end.
    ///
    /// @throws CorruptFileException if the bytes are no Arrow stream, or end in it
    public @Nullable Table next() {
        try {
            while (true) {
                Message message = readMessage();
                if (message == null) {
                    return null;
                }
                switch (message.headerType()) {
                    case MessageHeader.RecordBatch -> {
                        batchNumber++;
                        return readTable(message);
                    }
                    case MessageHeader.DictionaryBatch -> readDictionary(message);
                    default -> throw corrupt("unexpected message of kind " + message.headerType());
                }
            }
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException damaged) {
            throw new CorruptFileException(name, place(), "a message's head is damaged", damaged);
        }
    }

    private List<ArrowSchemas.Layout> readSchema() {
        try {
            Message message = readMessage();
            if (message == null || message.headerType() != MessageHeader.Schema) {
                throw corrupt("it does not begin with a schema");
            }
            Object header = message.header(new org.apache.arrow.flatbuf.Schema());
            if (!(header instanceof org.apache.arrow.flatbuf.Schema found)) {
                throw corrupt("its schema is missing");
            }
            List<ArrowSchemas.Layout> read = ArrowSchemas.read(found);
            schemaOf(read);
            metadata = ArrowSchemas.metadata(found);
            return read;
        } catch (IndexOutOfBoundsException | NegativeArraySizeException damaged) {
            throw new CorruptFileException(name, "schema", "the schema is damaged", damaged);
        } catch (IllegalArgumentException refused) {
            throw new CorruptFileException(name, "schema", String.valueOf(refused.getMessage()), refused);
        }
    }

    /// The next message up to its body, or null at the end mark.
    private @Nullable Message readMessage() {
        int first = readInt();
        if (first == magicStart()) {
            skipMagic();
            first = readInt();
        }
        int size = first == ArrowWriter.CONTINUATION ? readInt() : first;
        if (size == 0) {
            return null;
        }
        if (size < 0 || size > MAX_HEAD_BYTES || size > bytes.remaining()) {
            throw corrupt("a message claims a head of " + Integer.toUnsignedString(size) + " bytes");
        }
        byte[] head = new byte[size];
        readFully(MemorySegment.ofArray(head));
        return Message.getRootAsMessage(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static int magicStart() {
        return ByteBuffer.wrap(ArrowWriter.MAGIC).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /// Skips the rest of a file's magic number and its padding to eight bytes.
    private void skipMagic() {
        byte[] rest = new byte[Long.BYTES - Integer.BYTES];
        readFully(MemorySegment.ofArray(rest));
        byte[] expected = Arrays.copyOfRange(ArrowWriter.MAGIC, Integer.BYTES, Integer.BYTES + rest.length);
        if (!Arrays.equals(rest, expected)) {
            throw corrupt("it is not an Arrow file");
        }
    }

    private int readInt() {
        byte[] four = new byte[Integer.BYTES];
        readFully(MemorySegment.ofArray(four));
        return ByteBuffer.wrap(four).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    private void readFully(MemorySegment target) {
        if (bytes.read(target) < target.byteSize()) {
            throw corrupt("it ends in the middle; the file is truncated");
        }
    }

    private Table readTable(Message message) {
        RecordBatch batch = header(message, new RecordBatch());
        try (Buffer body = readBody(message)) {
            ColumnDecoder decoder = new ColumnDecoder(new IpcParts(batch, body, pool), dictionaries, anyBytes, pool);
            return new Table(schema, decoder.columns(layouts), batch.length());
        } catch (IllegalArgumentException damaged) {
            throw new CorruptFileException(name, place(), String.valueOf(damaged.getMessage()), damaged);
        }
    }

    private void readDictionary(Message message) {
        DictionaryBatch dictionary = header(message, new DictionaryBatch());
        RecordBatch batch = dictionary.data();
        ArrowSchemas.Layout layout = dictionaryLayout(layouts, dictionary.id());
        if (batch == null || layout == null) {
            throw corrupt("dictionary " + dictionary.id() + " belongs to no column");
        }
        try (Buffer body = readBody(message)) {
            ColumnDecoder decoder = new ColumnDecoder(new IpcParts(batch, body, pool), dictionaries, anyBytes, pool);
            Column values = decoder.columns(List.of(layout)).getFirst();
            Column before = dictionaries.get(dictionary.id());
            if (dictionary.isDelta() && before != null) {
                try (Column added = values) {
                    values = Concat.columns(layout.field().type(), List.of(before, added), pool);
                }
            }
            dictionaries.put(dictionary.id(), values);
            if (before != null) {
                before.close();
            }
        } catch (IllegalArgumentException damaged) {
            throw new CorruptFileException(name, place(), String.valueOf(damaged.getMessage()), damaged);
        }
    }

    /// The layout of the values of a dictionary: that of its field without the encoding.
    private static ArrowSchemas.@Nullable Layout dictionaryLayout(List<ArrowSchemas.Layout> layouts, long id) {
        for (ArrowSchemas.Layout layout : layouts) {
            if (layout.dictionary() == id) {
                return layout.values();
            }
            ArrowSchemas.Layout below = dictionaryLayout(layout.children(), id);
            if (below != null) {
                return below;
            }
        }
        return null;
    }

    private <T extends com.google.flatbuffers.Table> T header(Message message, T into) {
        if (message.header(into) == null) {
            throw corrupt("a message has no contents");
        }
        return into;
    }

    private Buffer readBody(Message message) {
        long size = message.bodyLength();
        if (size < 0 || size > bytes.remaining()) {
            throw corrupt("a batch claims " + size + " bytes where " + bytes.remaining()
                    + " are left; the file is truncated");
        }
        Buffer body = pool.allocate(size, PURPOSE);
        try {
            readFully(body.segment().asSlice(0, size));
            return body;
        } catch (RuntimeException | Error failure) {
            body.close();
            throw failure;
        }
    }

    private String place() {
        return batchNumber == 0 ? "" : "batch " + batchNumber;
    }

    private CorruptFileException corrupt(String problem) {
        return new CorruptFileException(name, place(), problem);
    }

    /// Releases the dictionaries; tables that were returned stay open.
    @Override
    public void close() {
        dictionaries.values().forEach(Column::close);
        dictionaries.clear();
    }
}
