package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeyLayout;
import dev.sheaf.groupby.cpu.key.KeyPacker;
import dev.sheaf.groupby.cpu.key.KeySource;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// The [KeyEncoding] of a run, which only grows. Thread-safe.
///
/// A thread that meets a key without a place includes it here and goes on with the result; others take that over
/// with their next rows. Rows packed before are packed anew at the end.
public final class SharedEncoding {
    private final CpuSettings settings;
    private final List<DataType> types;
    private volatile KeyEncoding current;
    private final boolean possible;

    public SharedEncoding(GroupByPlan plan, CpuSettings settings) {
        this.settings = settings;
        this.types = plan.keyTypes();
        this.possible =
                settings.blockRows() > 0 && !types.isEmpty() && takesArguments(plan) && KeyEncoding.takes(types);
        this.current = possible ? KeyEncoding.empty(types, settings) : new KeyEncoding(List.of(), List.of(), NO_LAYOUT);
    }

    /// Values without a fixed width cost more to move than states of groups.
    private static boolean takesArguments(GroupByPlan plan) {
        return plan.arguments().stream().map(source -> source.type().layout()).noneMatch(SharedEncoding::isLong);
    }

    private static boolean isLong(Layout layout) {
        return layout == Layout.VARIABLE || layout == Layout.LIST || layout == Layout.STRUCT;
    }

    /// Whether rows may be partitioned before they are grouped: their keys can be coded.
    public boolean isPossible() {
        return possible;
    }

    public List<DataType> types() {
        return types;
    }

    public KeyEncoding current() {
        return current;
    }

    /// Includes the chunk that sources are at.
    public synchronized KeyEncoding include(List<KeySource> sources, int rows) {
        current = current.including(sources, rows, settings);
        return current;
    }

    /// Includes all keys of rows that are packed under another coding.
    public void include(RowBlock block, MemoryPool pool) {
        List<Column> keys = block.keyColumns(0, block.rows(), types, settings, pool);
        try {
            include(keys, block.rows(), pool);
        } finally {
            keys.forEach(Column::close);
        }
    }

    /// Includes all rows of key columns. What has no place in the present coding gets one in the next,
    /// in which others that had one may have none: to be repeated until the coding stays.
    public void include(List<Column> keys, int rows, MemoryPool pool) {
        int from = 0;
        while (from < rows) {
            KeyEncoding present = current;
            try (KeyPacker packer = present.packer(types, true, settings, pool)) {
                long[] words = new long[settings.chunkRows() * present.layout().words()];
                from = include(packer, keys, from, rows, words);
            }
        }
    }

    /// Goes on as far as the packer has places, and includes the chunk at which they end.
    private int include(KeyPacker packer, List<Column> keys, int from, int rows, long[] words) {
        for (int start = from; start < rows; start += settings.chunkRows()) {
            int size = Math.min(settings.chunkRows(), rows - start);
            packer.read(keys, start, size);
            if (!packer.isCovered() || !packer.pack(size, words)) {
                include(packer.sources(), size);
                return start;
            }
        }
        return rows;
    }

    private static final KeyLayout NO_LAYOUT = new KeyLayout(List.of(), 1, 0);
}
