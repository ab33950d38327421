package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.FoundGroups;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.scan.KeyTexts;
import dev.sheaf.groupby.cuda.text.TextDownload;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of a fast strategy: columns on the device; keys may be numbers of texts.
///
/// @param table the columns of the result
/// @param texts the texts of keys that are numbers, or null
public record TableGroups(DeviceTable table, @Nullable KeyTexts texts, DeviceRun run, MemoryPool pool)
        implements FoundGroups {

    @Override
    public long count() {
        return table.rowCount();
    }

    private Optional<TextIds> textsOf(int column) {
        return texts == null ? Optional.empty() : texts.ofColumn(column);
    }

    @Override
    public Optional<GroupValue> value(int column) {
        DeviceColumn values = table.columns().get(column);
        if (textsOf(column).isPresent() && values.offsets() == null) {
            return Optional.of(GroupValue.of(DataType.INT32, values));
        }
        return GroupValue.isKnown(values.type()) ? Optional.of(GroupValue.of(values.type(), values)) : Optional.empty();
    }

    /// Callers that ask for some groups want only texts: kernels compute everything else from a value.
    @Override
    public Column column(int column, long rows, @Nullable Buffer numbers) {
        DeviceColumn values = table.columns().get(column);
        if (numbers == null) {
            return column(column, new ColumnDownload(pool, run.stream()).download(values));
        }
        return new TextDownload(run, pool).of(values, numbers, Math.toIntExact(rows));
    }

    @Override
    public Column column(int column, Column written) {
        TextIds known = textsOf(column).orElse(null);
        if (known == null || !(written instanceof FixedColumn numbers)) {
            return written;
        }
        try (numbers) {
            return known.take(table.schema().field(column).type(), numbers.values(), numbers.validity(), pool);
        }
    }
}
