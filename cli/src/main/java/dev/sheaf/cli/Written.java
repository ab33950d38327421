package dev.sheaf.cli;

import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Printable;
import java.nio.file.Path;
import java.util.Locale;

/// Says what was written to a file: `1,000 rows written to a.csv in 0.1 s`; or what a statement did: `done, 3 rows`.
final class Written {
    private Written() {}

    static String line(long rows, Path file, double seconds) {
        return String.format(
                Locale.ROOT,
                "%,d row%s written to %s in %.1f s",
                rows,
                rows == 1 ? "" : "s",
                Printable.line(file.toString()),
                seconds);
    }

    static String changed(long rows) {
        return String.format(Locale.ROOT, "done, %,d row%s", rows, rows == 1 ? "" : "s");
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
