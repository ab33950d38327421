package dev.sheaf.io.text;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;

/// Writes tables row by row in one of the forms for programs ([RowForm]).
public final class TextRows implements BatchSink {
    /// Text is handed on in pieces of about this size.
    private static final int PIECE_CHARS = 1 << 16;

    private final RowForm form;
    private final TextTarget target;
    private final StringBuilder text = new StringBuilder();
    private long rowCount;

    /// Starts with what comes before all rows; `target` is closed with this.
    public TextRows(RowForm form, Schema schema, TextTarget target) {
        this.form = form;
        this.target = target;
        form.head(text, schema);
    }

    @Override
    public void write(Table table) {
        for (long row = 0; row < table.rowCount(); row++) {
            form.row(text, table, row, rowCount++);
            if (text.length() >= PIECE_CHARS) {
                handOn();
            }
        }
    }

    @Override
    public void commit() {
        form.foot(text, rowCount);
        handOn();
        target.commit();
    }

    private void handOn() {
        target.append(text);
        text.setLength(0);
    }

    @Override
    public void close() {
        target.close();
    }
}
