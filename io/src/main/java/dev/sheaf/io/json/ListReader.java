package dev.sheaf.io.json;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.io.rows.Chunk;
import dev.sheaf.io.rows.ColumnBits;
import dev.sheaf.io.rows.ColumnReader;
import dev.sheaf.io.rows.Fields;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Reads arrays as lists: makes a row of each element, and has those read.
final class ListReader implements ColumnReader {
    private static final ValueLayout.OfInt LE_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ValueForm form;
    private final ColumnReader elements;
    private final JsonCursor cursor = new JsonCursor();

    ListReader(ValueForm form, ColumnReader elements) {
        this.form = form;
        this.elements = elements;
    }

    @Override
    public Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        int rows = fields.rowCount();
        int[] starts = new int[rows + 1];
        Fields parts = new Fields(1);
        for (int row = 0; row < rows; row++) {
            split(chunk, fields, row, column, parts, misfits);
            starts[row + 1] = parts.rowCount();
        }
        Buffer offsets = pool.allocate((rows + 1L) * Integer.BYTES, "column of a text file");
        ColumnBits valid = null;
        Column values = null;
        try {
            for (int row = 0; row <= rows; row++) {
                offsets.segment().set(LE_INT, (long) row << 2, starts[row]);
            }
            valid = new ColumnBits(rows, pool, "validity of a text file");
            for (int row = 0; row < rows; row++) {
                valid.add(fields.start(row, column) < fields.end(row, column));
            }
            values = elements.read(
                    chunk, parts, 0, pool, (element, problem) -> misfits.misfit(rowOf(starts, element), problem));
            return new ListColumn(new Offsets(offsets, false, rows), values, valid.finishValidity());
        } catch (RuntimeException | Error failure) {
            offsets.close();
            if (valid != null) {
                valid.discard();
            }
            if (values != null) {
                values.close();
            }
            throw failure;
        }
    }

    private void split(Chunk chunk, Fields fields, int row, int column, Fields parts, Misfits misfits) {
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        if (from == to) {
            return;
        }
        cursor.start(chunk.bytes(), from, to);
        try {
            cursor.expect('[');
            for (boolean first = true; cursor.step(first, ']'); first = false) {
                parts.reserveRow();
                form.set(chunk, cursor, parts, 0);
                parts.finishRow(from);
            }
        } catch (JsonFault noArray) {
            misfits.misfit(row, noArray.problem());
        }
    }

    /// The last row that starts at or before an element; those before it that start there too are empty.
    private static int rowOf(int[] starts, int element) {
        int found = Arrays.binarySearch(starts, element + 1);
        int row = found < 0 ? -found - 1 : found;
        while (row > 0 && starts[row] > element) {
            row--;
        }
        return row;
    }
}
