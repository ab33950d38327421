package dev.sheaf.cli.output;

import dev.sheaf.column.Table;
import dev.sheaf.query.BatchSink;
import dev.sheaf.text.Screen;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Tables written to memory.
final class Written {
    private Written() {}

    static String as(ResultFormat format, Table... batches) {
        return as(format, 40, Screen.UNLIMITED, batches);
    }

    /// Writes the batches, which are closed, and returns the text.
    static String as(ResultFormat format, long maxRows, Screen screen, Table... batches) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BatchSink sink = format.sink(batches[0].schema(), new StreamTarget(out), maxRows, screen)) {
            for (Table batch : batches) {
                try (batch) {
                    sink.write(batch);
                }
            }
            sink.commit();
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
