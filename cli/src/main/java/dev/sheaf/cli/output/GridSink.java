package dev.sheaf.cli.output;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.io.text.TextTarget;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Screen;
import dev.sheaf.text.TableText;

/// Draws a result once it is complete: all rows, or the first and the last ones of many.
final class GridSink implements BatchSink {
    private final TableText text;
    private final Screen screen;
    private final TextTarget target;

    GridSink(Schema schema, long maxRows, Screen screen, TextTarget target) {
        this.text = new TableText(schema, maxRows);
        this.screen = screen;
        this.target = target;
    }

    @Override
    public void write(Table table) {
        text.add(table);
    }

    @Override
    public void commit() {
        target.append(text.draw(screen));
        target.commit();
    }

    @Override
    public void close() {
        target.close();
    }
}
