package dev.sheaf.cli;

import dev.sheaf.cli.output.RowCounts;
import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Printable;
import java.nio.file.Path;
import java.util.Locale;

/// Says what was written to a file: `1,000 rows written to a.csv in 0.1 s`.
final class Written {
    private Written() {}

    static String line(long rows, Path file, double seconds) {
        return String.format(
                Locale.ROOT,
                "%s written to %s in %.1f s",
                RowCounts.rows(rows),
                Printable.line(file.toString()),
                seconds);
    }

    /// A sink that counts what goes through it.
    static final class Counted implements BatchSink {
        private final BatchSink sink;
        private long rows;

        Counted(BatchSink sink) {
            this.sink = sink;
        }

        long rows() {
            return rows;
        }

        @Override
        public void write(Table table) {
            rows += table.rowCount();
            sink.write(table);
        }

        @Override
        public void commit() {
            sink.commit();
        }

        @Override
        public void close() {
            sink.close();
        }
    }
}
