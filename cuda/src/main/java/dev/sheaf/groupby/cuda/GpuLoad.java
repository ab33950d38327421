package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.stride.BatchFeed;
import dev.sheaf.groupby.cuda.stride.Stride;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.groupby.cuda.stride.StrideReader;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Brings the rows of a data set to a device, where they stay. Use inside [dev.sheaf.cuda.driver.Device#call].
final class GpuLoad {
    private final QueryContext context;
    private final Stream stream;

    GpuLoad(QueryContext context, Stream stream) {
        this.context = context;
        this.stream = stream;
    }

    /// What `keep` makes of the rows of a scan, which it takes over; waits until they are there. They do not leave the
    /// device before it returns.
    <T> T load(Dataset dataset, Scan scan, Function<DeviceTable, T> keep) {
        Schema schema = decoded(dataset.schema().select(scan.columns()));
        // One reader: the rows of a table have an order.
        try (BatchSource source = dataset.scan(scan, context);
                BatchFeed feed = new BatchFeed(source, context, 0);
                StrideReader reader = new StrideReader(feed);
                Stride all = Stride.load(inputs(schema), reader, limits(schema, source), stream, context)) {
            all.seal(stream);
            stream.synchronize();
            if (reader.hasMore()) {
                throw new IllegalArgumentException(dataset.describe() + " has a column of more than the 2 GiB of text"
                        + " that a GPU column can have; load fewer rows or columns");
            }
            List<DeviceColumn> columns = DeviceColumn.retained(all.inputs());
            return keep.apply(new DeviceTable(schema, columns, all.rows()));
        }
    }

    /// As [#load(Dataset, Scan, Function)], for all rows of a table, which stays the caller's.
    <T> T load(Table table, Function<DeviceTable, T> keep) {
        return load(new TableDataset(table), Scan.of(table.schema().names()), keep);
    }

    private static Schema decoded(Schema schema) {
        List<Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            DataType type = field.type().decoded();
            if (!DeviceColumn.canHold(type)) {
                throw new IllegalArgumentException("a GPU holds no column of type " + type + ", which \"" + field.name()
                        + "\" is; leave it out of the scan");
            }
            fields.add(new Field(field.name(), type, field.nullable()));
        }
        return new Schema(fields);
    }

    private static List<GeneralPlan.Input> inputs(Schema schema) {
        List<GeneralPlan.Input> inputs = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            inputs.add(new GeneralPlan.Input.Plain(i, schema.field(i).type()));
        }
        return inputs;
    }

    private StrideLimits limits(Schema schema, BatchSource source) {
        return StrideLimits.loaded(inputs(schema), source.stats(), context);
    }
}
