package dev.sheaf.io.json;

import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.ChunkParser;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.io.rows.RowFile;
import dev.sheaf.io.text.BadRows;

/// The rows of a file with members of these types.
record JsonRows(JsonFile file, JsonType.Struct members, BadRows badRows) implements RowFile {

    @Override
    public ChunkReader open() {
        return file.open();
    }

    @Override
    public ChunkParser parser(Schema schema, int chunkBytes) {
        return new JsonParser(file, members, badRows, schema, chunkBytes);
    }
}
