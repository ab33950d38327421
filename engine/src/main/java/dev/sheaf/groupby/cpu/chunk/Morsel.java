package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.eval.KeptResults;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// At most a morsel's rows of a batch, after the filter. `firstRow` is the ordinal of the morsel's row 0 before
/// the filter; `selected` are the rows that the filter kept, or null if no row was left out of the table. `results` are
/// those of expressions for dictionaries that morsels share.
public record Morsel(Table table, long firstRow, int @Nullable [] selected, KeptResults results)
        implements AutoCloseable {

    /// Writes the ordinals of all rows in the stream.
    void ordinals(LongBuffer out) {
        int rows = (int) table.rowCount();
        if (selected == null) {
            writeRange(firstRow, rows, out);
        } else {
            writeSelected(firstRow, selected, rows, out);
        }
    }

    private static void writeRange(long first, int rows, LongBuffer out) {
        for (int row = 0; row < rows; row++) {
            out.put(row, first + row);
        }
    }

    private static void writeSelected(long first, int[] selected, int rows, LongBuffer out) {
        for (int row = 0; row < rows; row++) {
            out.put(row, first + selected[row]);
        }
    }

    /// Rows of this one in a table of their own, to be closed by the caller.
    public Morsel slice(int start, int rows) {
        int[] kept = selected == null ? null : Arrays.copyOfRange(selected, start, start + rows);
        return new Morsel(table.slice(start, rows), selected == null ? firstRow + start : firstRow, kept, results);
    }

    /// Hands out the morsel if so many rows fit, else its halves, which are halved in turn down to `least` rows.
    public void inParts(IntPredicate fits, int least, Consumer<Morsel> consumer) {
        int rows = (int) table.rowCount();
        if (rows <= least || fits.test(rows)) {
            consumer.accept(this);
            return;
        }
        int half = rows / 2;
        try (Morsel first = slice(0, half)) {
            first.inParts(fits, least, consumer);
        }
        try (Morsel rest = slice(half, rows - half)) {
            rest.inParts(fits, least, consumer);
        }
    }

    /// The bytes of its texts, which groups may copy.
    public long textBytes() {
        long bytes = 0;
        for (Column column : table.columns()) {
            if (column instanceof VarColumn text) {
                bytes += text.offsets().start(text.length()) - text.offsets().start(0);
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        table.close();
    }
}
