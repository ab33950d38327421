package dev.sheaf.io.csv;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns chunks of one file into tables; one thread uses it at a time.
final class ChunkParser {
    private static final int DECODED_CHARS = 1 << 12;

    private final CsvFile file;
    private final CsvOptions options;
    private final Schema schema;
    private final FieldSplitter splitter;
    private final Fields fields;
    private final int[] columns;
    private final List<@Nullable FieldReader> readers = new ArrayList<>();
    private final Chunk chunk;

    ChunkParser(CsvFile file, CsvOptions options, Schema schema, int chunkBytes) {
        this.file = file;
        this.options = options;
        this.schema = schema;
        this.splitter = new FieldSplitter(file.dialect());
        this.fields = new Fields(file.names().size());
        this.columns = new int[schema.size()];
        this.chunk = new Chunk(chunkBytes);
        for (int i = 0; i < columns.length; i++) {
            columns[i] = file.names().indexOf(schema.field(i).name());
            readers.add(
                    columns[i] < 0
                            ? null
                            : FieldReader.of(schema.field(i).type(), file.dialect(), options.nullTexts()));
        }
    }

    /// The chunk into which rows are read before [#parse] takes them.
    Chunk chunk() {
        return chunk;
    }

    CsvFile file() {
        return file;
    }

    /// The rows of the chunk, to be closed by the caller.
    ///
    /// @throws CorruptFileException at a bad row, unless the options say otherwise
    Table parse(MemoryPool pool) {
        checkUtf8();
        fields.clear();
        boolean skipsHeader = file.dialect().header() && chunk.offset == 0 && chunk.size > 0;
        int from = skipsHeader ? splitter.shape(chunk, 0).next() : 0;
        splitter.split(chunk, from, fields, (start, problem) -> bad(start, "", problem));
        BitSet misfits = new BitSet();
        Table table = columns(pool, misfits);
        if (misfits.isEmpty()) {
            return table;
        }
        table.close();
        fields.remove(misfits);
        return columns(pool, new BitSet());
    }

    private Table columns(MemoryPool pool, BitSet misfits) {
        List<Column> read = new ArrayList<>();
        try {
            for (int i = 0; i < columns.length; i++) {
                read.add(column(i, pool, misfits));
            }
            return new Table(schema, read, fields.rowCount());
        } catch (RuntimeException | Error failure) {
            read.forEach(Column::close);
            throw failure;
        }
    }

    private Column column(int index, MemoryPool pool, BitSet misfits) {
        Field field = schema.field(index);
        FieldReader reader = readers.get(index);
        return reader == null
                ? nulls(field.type(), pool)
                : reader.read(chunk, fields, columns[index], pool, (row, problem) -> {
                    if (!misfits.get(row)) {
                        bad(fields.rowStart(row), field.name(), problem);
                        misfits.set(row);
                    }
                });
    }

    private Column nulls(DataType type, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (int row = 0; row < fields.rowCount(); row++) {
                builder.appendNull();
            }
            return builder.build();
        }
    }

    private void bad(int rowStart, String column, String problem) {
        options.badRows().bad(new BadRow(file.path(), chunk.lineOf(rowStart), column, problem));
    }

    private void checkUtf8() {
        int at = Ascii.ascii(chunk.bytes, 0, chunk.size);
        if (at == chunk.size) {
            return;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(chunk.bytes, at, chunk.size - at);
        CharBuffer chars = CharBuffer.allocate(DECODED_CHARS);
        CoderResult result = decoder.decode(bytes, chars.clear(), true);
        while (result.isOverflow()) {
            result = decoder.decode(bytes, chars.clear(), true);
        }
        if (result.isError()) {
            throw new CorruptFileException(
                    file.path(), "line " + chunk.lineOf(bytes.position()), "text that is not valid UTF-8");
        }
    }
}
