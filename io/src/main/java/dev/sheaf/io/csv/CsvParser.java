package dev.sheaf.io.csv;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkParser;
import dev.sheaf.io.rows.ColumnReader;
import dev.sheaf.io.rows.FieldColumns;
import dev.sheaf.io.rows.FieldReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.text.BadRow;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns chunks of one file into tables; one thread uses it at a time.
final class CsvParser implements ChunkParser {
    private final CsvFile file;
    private final CsvOptions options;
    private final FieldSplitter splitter;
    private final Fields fields;
    private final FieldColumns columns;
    private final Chunk chunk;

    CsvParser(CsvFile file, CsvOptions options, Schema schema, int chunkBytes) {
        this.file = file;
        this.options = options;
        this.splitter = new FieldSplitter(file.dialect());
        this.fields = new Fields(file.names().size());
        this.columns = columns(file, options, schema);
        this.chunk = new Chunk(chunkBytes);
    }

    private static FieldColumns columns(CsvFile file, CsvOptions options, Schema schema) {
        int[] columns = new int[schema.size()];
        List<@Nullable ColumnReader> readers = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            Field field = schema.field(i);
            columns[i] = file.names().indexOf(field.name());
            readers.add(columns[i] < 0 ? null : reader(file, options, field.type()));
        }
        return new FieldColumns(schema, columns, readers);
    }

    private static ColumnReader reader(CsvFile file, CsvOptions options, DataType type) {
        return FieldReader.of(type, file.dialect().quote(), options.nullTexts());
    }

    @Override
    public Chunk chunk() {
        return chunk;
    }

    @Override
    public Table parse(MemoryPool pool) {
        chunk.checkUtf8(file.path());
        fields.clear();
        boolean skipsHeader = file.dialect().header() && chunk.offset() == 0 && chunk.size() > 0;
        int from = skipsHeader ? splitter.shape(chunk, 0).next() : 0;
        splitter.split(chunk, from, fields, (start, problem) -> bad(start, "", problem));
        return columns.table(chunk, fields, pool, this::bad);
    }

    private void bad(int rowStart, String column, String problem) {
        options.badRows().bad(new BadRow(file.path(), chunk.lineOf(rowStart), column, problem));
    }
}
