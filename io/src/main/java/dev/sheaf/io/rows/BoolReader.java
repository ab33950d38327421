package dev.sheaf.io.rows;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.MemoryPool;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// Reads bools: `true` and `false` in either case.
final class BoolReader extends FieldReader {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final int LOWER_CASE = 0x20;

    BoolReader(Set<String> nullTexts) {
        super(DataType.BOOL, nullTexts);
    }

    @Override
    public boolean accepts(byte[] bytes, int from, int to) {
        return is(TRUE, bytes, from, to) || is(FALSE, bytes, from, to);
    }

    private static boolean is(byte[] word, byte[] bytes, int from, int to) {
        boolean same = to - from == word.length;
        for (int i = 0; same && i < word.length; i++) {
            same = (bytes[from + i] | LOWER_CASE) == word[i];
        }
        return same;
    }

    @Override
    public Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        int rows = fields.rowCount();
        ColumnBits values = new ColumnBits(rows, pool, "column of a text file");
        ColumnBits valid = null;
        try {
            valid = new ColumnBits(rows, pool, "validity of a text file");
            for (int row = 0; row < rows; row++) {
                boolean present = !isNull(chunk, fields, row, column);
                int from = fields.start(row, column);
                int to = fields.end(row, column);
                if (present && !accepts(chunk.bytes(), from, to)) {
                    misfits.misfit(row, problem(chunk.bytes(), from, to));
                }
                valid.add(present);
                values.add(present && is(TRUE, chunk.bytes(), from, to));
            }
            return new BoolColumn(rows, values.finish(), valid.finishValidity());
        } catch (RuntimeException | Error failure) {
            values.discard();
            if (valid != null) {
                valid.discard();
            }
            throw failure;
        }
    }
}
