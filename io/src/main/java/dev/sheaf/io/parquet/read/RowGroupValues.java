package dev.sheaf.io.parquet.read;

import dev.sheaf.io.parquet.meta.BloomFilter;
import dev.sheaf.io.parquet.meta.RowGroupTask;
import dev.sheaf.query.bounds.KnownColumns;
import dev.sheaf.query.bounds.ValueBounds;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known of the values of a row group: bounds, and Bloom filters, which are read when a single value is first
/// looked for.
final class RowGroupValues implements KnownColumns, AutoCloseable {
    private final RowGroupTask task;
    private final FileChannel channel;
    private final Map<String, Optional<BloomFilter>> filters = new HashMap<>();

    RowGroupValues(RowGroupTask task, FileChannel channel) {
        this.task = task;
        this.channel = channel;
    }

    @Override
    public @Nullable ValueBounds of(String column) {
        return task.bounds(column);
    }

    @Override
    public boolean mayHold(String column, Object value) {
        return filters.computeIfAbsent(column, name -> BloomFilter.read(task, channel, name))
                .map(filter -> filter.mayHold(value))
                .orElse(true);
    }

    @Override
    public void close() {
        filters.values().forEach(filter -> filter.ifPresent(BloomFilter::close));
    }
}
