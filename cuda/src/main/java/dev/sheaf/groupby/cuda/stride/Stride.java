package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.column.Column;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.transfer.SlabRing;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of a source on their way to the device.
///
/// Batches go up in waves of some megabytes as they are read, so that reading and copying overlap; a wave's batches
/// are closed as soon as nothing of them is needed any more. Call inside [dev.sheaf.cuda.driver.Device#call].
public final class Stride implements AutoCloseable {
    /// Waves that are being copied while the next one is read.
    private static final int WAVES_UNDER_WAY = 32;

    /// Each wave is twice as large as the one before, up to so many times the first: copies of 16 MiB reached
    /// 92 % of the link from pinned memory, for each takes some 20 us to start.
    private static final int LARGER = 8;

    private final Stream copies;
    private final Staging staging;
    private final Deque<Wave> waves = new ArrayDeque<>();
    private List<DeviceColumn> inputs = List.of();
    private @Nullable Buffer ordinals;
    private @Nullable Stream worker;
    private long rows;
    private boolean closed;

    private Stride(Staging staging) {
        this.copies = staging.stream();
        this.staging = staging;
    }

    /// Batches that went up together, if they have to stay until they are there; rows before `end`.
    private record Wave(List<Batch> batches, List<Column> columns, long end, Event passed) {
        public void close() {
            passed.close();
            closeAll(batches, columns);
        }
    }

    private static void closeAll(List<Batch> batches, List<Column> columns) {
        columns.forEach(Column::close);
        batches.forEach(Batch::close);
    }

    /// Reads up to so many rows and starts copying them; [#seal] ends that.
    public static Stride read(
            GeneralPlan plan, StrideReader reader, StrideLimits limits, Stream copies, QueryContext context) {
        return read(plan.inputs(), plan.needsOrdinals(), false, reader, limits, copies, context);
    }

    /// As [#read(GeneralPlan, StrideReader, StrideLimits, Stream, QueryContext)], with texts as they are,
    /// whether they come with a dictionary or not.
    public static Stride load(
            List<GeneralPlan.Input> inputs,
            StrideReader reader,
            StrideLimits limits,
            Stream copies,
            QueryContext context) {
        return read(inputs, false, true, reader, limits, copies, context);
    }

    private static Stride read(
            List<GeneralPlan.Input> inputs,
            boolean needsOrdinals,
            boolean decodes,
            StrideReader reader,
            StrideLimits limits,
            Stream copies,
            QueryContext context) {
        Staging staging = new Staging(context.pool(), copies, SlabRing.Shape.of(context));
        Stride stride = new Stride(staging);
        try (InputSinks sinks = new InputSinks(
                inputs, needsOrdinals, decodes, staging, context.pool(), limits.capacity(reader.rowsGiven()))) {
            stride.fill(sinks, reader, limits, context);
            stride.inputs = sinks.finish();
            stride.ordinals = sinks.ordinals();
            stride.rows = sinks.rows();
            staging.flush();
            return stride;
        } catch (RuntimeException | Error failure) {
            stride.close();
            throw failure;
        }
    }

    private void fill(InputSinks sinks, StrideReader reader, StrideLimits limits, QueryContext context) {
        long most = limits.waveRows();
        long largest = LARGER * most;
        while (sinks.rows() < limits.rows()) {
            context.checkCancelled();
            List<Batch> batches =
                    reader.next(Math.min(limits.wave(most, reader.rowsGiven()), limits.rows() - sinks.rows()));
            if (batches.isEmpty()) {
                return;
            }
            if (append(sinks, batches)) {
                most = Math.min(2 * most, largest);
            } else {
                reader.giveBack(batches);
                if (sinks.rows() > 0) {
                    return;
                }
                largest = Math.max(most / 2 / InputSinks.LEAST_ROWS, 1) * InputSinks.LEAST_ROWS;
                most = largest;
            }
        }
    }

    /// Whether there was room.
    private boolean append(InputSinks sinks, List<Batch> batches) {
        List<Column> sent;
        try {
            sent = sinks.append(batches);
            if (sent == null) {
                return false;
            }
        } catch (RuntimeException | Error failure) {
            batches.forEach(Batch::close);
            throw failure;
        }
        hold(batches, sent, sinks.rows());
        return true;
    }

    private void hold(List<Batch> batches, List<Column> sent, long end) {
        Event passed;
        try {
            staging.flush();
            passed = staging.mark();
        } catch (RuntimeException | Error failure) {
            staging.abandon();
            closeAll(batches, sent);
            throw failure;
        }
        if (staging.takeDirect()) {
            waves.addLast(new Wave(batches, sent, end, passed));
        } else {
            closeAll(batches, sent);
            waves.addLast(new Wave(List.of(), List.of(), end, passed));
        }
        if (waves.size() > WAVES_UNDER_WAY) {
            waves.getFirst().passed().synchronize();
            waves.removeFirst().close();
        }
    }

    /// Work on `other` waits for the copies.
    public void seal(Stream other) {
        worker = other;
        other.waitFor(staging.seal());
    }

    /// As [#seal], but `other` waits for nothing yet: it has to wait for the parts of the rows that it reads.
    public UploadParts share(Stream other) {
        worker = other;
        Event last = staging.seal();
        List<UploadParts.Part> parts = new ArrayList<>();
        if (!staging.hasMoved()) {
            waves.stream()
                    .filter(wave -> wave.end() % InputSinks.LEAST_ROWS == 0 && wave.end() < rows)
                    .forEach(wave -> parts.add(new UploadParts.Part(wave.end(), wave.passed())));
        }
        parts.add(new UploadParts.Part(rows, last));
        return new UploadParts(parts);
    }

    public long rows() {
        return rows;
    }

    /// The inputs of the plan, in order.
    public List<DeviceColumn> inputs() {
        return inputs;
    }

    /// The ordinals of the rows from `first` on, int64, if the plan needs them; to be closed by the caller.
    @Nullable
    public Buffer ordinals(long first, long count) {
        return ordinals == null ? null : ordinals.slice(first * Long.BYTES, count * Long.BYTES);
    }

    /// Waits for the copies. The memory goes after the work that the other stream has by now. A second call does
    /// nothing.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            await();
        } catch (CudaException failure) {
            if (!failure.isDeviceLost()) {
                throw failure;
            }
        } finally {
            inputs.forEach(DeviceColumn::close);
            if (ordinals != null) {
                ordinals.close();
            }
            waves.forEach(Wave::close);
            waves.clear();
        }
    }

    private void await() {
        try (staging) {
            if (!waves.isEmpty()) {
                waves.getLast().passed().synchronize();
            }
        }
        if (worker != null) {
            try (Event used = Event.of(copies.device())) {
                worker.record(used);
                copies.waitFor(used);
            }
        }
    }
}
