package dev.sheaf.io.csv;

import dev.sheaf.column.Schema;
import dev.sheaf.io.rows.ChunkParser;
import dev.sheaf.io.rows.ChunkReader;
import dev.sheaf.io.rows.RowFile;

/// The rows of a file, as the options say.
record CsvRows(CsvFile file, CsvOptions options) implements RowFile {

    @Override
    public ChunkReader open() {
        return file.open();
    }

    @Override
    public ChunkParser parser(Schema schema, int chunkBytes) {
        return new CsvParser(file, options, schema, chunkBytes);
    }
}
