package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import java.util.ArrayList;
import java.util.List;

/// Copies the inputs of a plan for some batches to the device, each as one column.
///
/// Columns of fixed width without nulls go up run by run; others are put together on the host first.
final class InputUpload implements AutoCloseable {
    private final Staging staging;
    private final MemoryPool pool;
    private final List<Column> open = new ArrayList<>();
    private final List<DeviceColumn> uploaded = new ArrayList<>();

    InputUpload(Staging staging, MemoryPool pool) {
        this.staging = staging;
        this.pool = pool;
    }

    /// The columns on the device, which this keeps; the batches have to stay open until `staging` is closed.
    List<DeviceColumn> upload(GeneralPlan plan, List<Batch> batches) {
        for (GeneralPlan.Input input : plan.inputs()) {
            List<Column> parts = new ArrayList<>();
            for (Batch batch : batches) {
                Column part = part(input, batch);
                open.add(part);
                parts.add(part);
            }
            uploaded.add(upload(input, parts));
        }
        return uploaded;
    }

    private Column part(GeneralPlan.Input input, Batch batch) {
        return switch (input) {
            case GeneralPlan.Input.Plain(int column, var type) -> {
                Column plain = batch.table().column(column);
                yield type.layout() == Layout.VARIABLE ? plain.retain() : Dictionaries.decode(plain, pool);
            }
            case GeneralPlan.Input.Computed(var evaluator) -> evaluator.evaluate(batch.table(), pool);
        };
    }

    private DeviceColumn upload(GeneralPlan.Input input, List<Column> parts) {
        boolean piecewise = parts.size() > 1
                && parts.stream().allMatch(part -> part instanceof FixedColumn && part.nullCount() == 0);
        if (piecewise) {
            return pieces(input, parts);
        }
        Column whole = Concat.columns(input.type(), parts, pool);
        open.add(whole);
        return DeviceColumn.upload(whole, staging);
    }

    private DeviceColumn pieces(GeneralPlan.Input input, List<Column> parts) {
        long rows = parts.stream().mapToLong(Column::length).sum();
        int width = input.type().layout().byteWidth();
        Buffer values = staging.room(rows * width, "column values");
        try {
            long at = 0;
            int first = 0;
            while (first < parts.size()) {
                int end = endOfRun(parts, first, width);
                long bytes = 0;
                for (Column part : parts.subList(first, end)) {
                    bytes += part.length() * width;
                }
                FixedColumn start = (FixedColumn) parts.get(first);
                staging.uploadRun(start.segment(), bytes, start.values(), values, at);
                at += bytes;
                first = end;
            }
            return new DeviceColumn(input.type(), rows, values, null, 0);
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    /// Behind the last part that lies right after the one before it, as slices of one column do.
    private static int endOfRun(List<Column> parts, int first, int width) {
        int end = first + 1;
        while (end < parts.size()) {
            FixedColumn before = (FixedColumn) parts.get(end - 1);
            FixedColumn next = (FixedColumn) parts.get(end);
            boolean follows = before.values().owner() == next.values().owner()
                    && before.values().address() + before.length() * width
                            == next.values().address();
            if (!follows) {
                break;
            }
            end++;
        }
        return end;
    }

    /// Gives the columns on the device and what they were made of back.
    @Override
    public void close() {
        uploaded.forEach(DeviceColumn::close);
        open.forEach(Column::close);
        uploaded.clear();
        open.clear();
    }
}
