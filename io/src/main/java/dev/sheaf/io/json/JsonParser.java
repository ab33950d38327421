package dev.sheaf.io.json;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.rows.Ascii;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ChunkParser;
import dev.sheaf.io.rows.ColumnReader;
import dev.sheaf.io.rows.FieldColumns;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.io.text.BadRow;
import dev.sheaf.io.text.BadRows;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Turns chunks of one file into tables; one thread uses it at a time.
final class JsonParser implements ChunkParser, RowWalker.Rows {
    private final JsonFile file;
    private final BadRows badRows;
    private final RowWalker walker;
    private final MemberSplitter splitter;
    private final Fields fields;
    private final FieldColumns columns;
    private final Chunk chunk;

    /// Reads those of the members `all` that `schema` names.
    JsonParser(JsonFile file, JsonType.Struct all, BadRows badRows, Schema schema, int chunkBytes) {
        this.file = file;
        this.badRows = badRows;
        this.walker = new RowWalker(file.form());
        this.fields = new Fields(schema.size());
        this.chunk = new Chunk(chunkBytes);
        List<JsonType> types = schema.names().stream()
                .map(name -> all.types().get(all.names().indexOf(name)))
                .toList();
        int[] ofMembers = all.names().stream()
                .mapToInt(name -> schema.names().indexOf(name))
                .toArray();
        this.splitter = new MemberSplitter(
                all.names(), ofMembers, types.stream().map(ValueForm::of).toList());
        List<@Nullable ColumnReader> readers = new ArrayList<>();
        types.forEach(type -> readers.add(JsonReaders.of(type)));
        this.columns =
                new FieldColumns(schema, IntStream.range(0, schema.size()).toArray(), readers);
    }

    @Override
    public Chunk chunk() {
        return chunk;
    }

    @Override
    public Table parse(MemoryPool pool) {
        chunk.checkUtf8(file.path());
        fields.clear();
        walker.walk(chunk, this);
        return columns.table(
                chunk,
                fields,
                pool,
                (start, column, problem) -> badRows.bad(new BadRow(file.path(), chunk.lineOf(start), column, problem)));
    }

    @Override
    public void object(JsonCursor cursor, int start) {
        fields.reserveRow();
        splitter.split(chunk, cursor, fields);
    }

    @Override
    public void accept(int start) {
        fields.finishRow(start);
    }

    /// Where rows are not lines, nobody knows where the next one begins: there, no policy goes on.
    @Override
    public void bad(JsonFault fault) {
        int lineStart = Ascii.lastIndexOf(chunk.bytes(), 0, Math.min(fault.position(), chunk.size()), (byte) '\n') + 1;
        String problem = fault.problem() + " (byte " + (fault.position() - lineStart + 1) + " of the line)";
        BadRow row = new BadRow(file.path(), chunk.lineOf(fault.position()), "", problem);
        (file.form() == JsonForm.LINES ? badRows : BadRows.FAIL).bad(row);
    }
}
