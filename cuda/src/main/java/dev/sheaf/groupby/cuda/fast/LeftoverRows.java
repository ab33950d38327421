package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.Prepared;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.scan.ScanStruct;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Brings the rows together that a scan has left out, so that they can be grouped on their own: `leftover_rows.cu`.
/// Their keys are others than those of the groups that the scan has made.
public final class LeftoverRows {
    private static final int THREADS = 256;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;

    /// Columns may be read so far behind their last value.
    private static final int MARGIN = 16;

    private static final int NUMBERS = 3;
    private static final int WORDS_OF_A_TARGET = 8;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    public LeftoverRows(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    public static Specialization specialization(ScanShape shape) {
        return ScanSource.specialization(KernelFile.LEFTOVER_ROWS, shape).number("THREADS", THREADS);
    }

    /// The table in device memory that a scan has filled; its address and how many places it has.
    record Places(long address, int capacity) {
        public static final Places NONE = new Places(0, 0);

        /// Those of a plan.
        public static Places of(Plan plan, Counters counters) {
            return switch (plan) {
                case Plan.Hash hash -> new Places(counters.zeros(), hash.capacity());
                case Plan.Counts counts -> new Places(counters.zeros(), counts.capacity());
                case Plan.Block _, Plan.Clustered _, Plan.Partition _, Plan.Single _ -> NONE;
            };
        }
    }

    /// The rows, which of the columns were made for them, and the kernel's signal.
    record Gathered(ScanRows rows, List<DeviceColumn> made, Signal signal) implements AutoCloseable {
        /// Whether a text among them has another length than the layout knows; waits for it if there are texts.
        boolean isRefused() {
            if (made.stream().noneMatch(column -> column.offsets() != null)) {
                return false;
            }
            signal.await();
            return signal.get(0) != 0;
        }

        @Override
        public void close() {
            try {
                signal.await(); // or the kernel would write to what is somebody else's
            } finally {
                signal.close();
                made.forEach(DeviceColumn::close);
            }
        }
    }

    /// The `count` rows that a scan of `rows` has marked and left out.
    public Gathered gather(
            ScanRows rows, ScanShape shape, Places places, Counters counters, long count, Stream stream) {
        List<DeviceColumn> columns = new ArrayList<>(rows.table().columns());
        List<DeviceColumn> made = new ArrayList<>();
        Signal signal = new Signal(accounts, 1, "rows left out", stream);
        try (Buffer numbers =
                stream.device().memory().allocateZeroed(accounts, NUMBERS * Long.BYTES, "rows left out", stream)) {
            List<Integer> stored = shape.columns().stream()
                    .filter(number -> number < columns.size())
                    .toList();
            for (int number : stored) {
                made.add(room(columns.get(number), textLength(shape, number), count, stream));
            }
            KernelStruct struct = new KernelStruct(stream);
            ScanStruct.write(struct, rows, shape, counters);
            for (int i = 0; i < shape.columns().size(); i++) {
                if (i < made.size()) {
                    writeTarget(struct, rows, stored.get(i), textLength(shape, stored.get(i)), made.get(i));
                    columns.set(stored.get(i), made.get(i));
                } else {
                    IntStream.range(0, WORDS_OF_A_TARGET).forEach(_ -> struct.add(0L));
                }
            }
            struct.add(places.address())
                    .add(numbers.address())
                    .add(numbers.address() + Long.BYTES)
                    .add(numbers.address() + 2L * Long.BYTES)
                    .add(signal.address())
                    .add(count)
                    .add(places.capacity())
                    .add(made.size());
            CudaFunction gather = kernels.get(
                            List.of(KernelFile.LEFTOVER_ROWS, shape.signature()), () -> specialization(shape))
                    .function();
            DeviceTable table = new DeviceTable(rows.table().schema(), columns, count);
            int blocks = stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR;
            stream.launchWith(gather, new LaunchShape(blocks, THREADS), struct.segment());
            return new Gathered(
                    new ScanRows(
                            table,
                            UploadParts.here(count),
                            rows.computed(),
                            rows.where(),
                            rows.literals(),
                            rows.sizes(),
                            -1,
                            Prepared.NONE),
                    made,
                    signal);
        } catch (RuntimeException | Error failure) {
            signal.close();
            made.forEach(DeviceColumn::close);
            throw failure;
        }
    }

    /// Appends `struct Target`.
    private static void writeTarget(KernelStruct struct, ScanRows rows, int number, int textLength, DeviceColumn to) {
        rows.writeColumn(struct, number);
        struct.add(to.values().address())
                .add(to.validityAddress())
                .add(to.offsetsAddress())
                .add(width(to, textLength));
    }

    /// Bytes of each text of a column; 0 of other columns.
    private static int textLength(ScanShape shape, int number) {
        return shape.layout().texts().stream()
                .filter(text -> shape.columns().get(text.column()) == number)
                .mapToInt(KeyPart.Text::longest)
                .findFirst()
                .orElse(0);
    }

    private static boolean isBits(DeviceColumn column) {
        return column.offsets() == null && !CudaType.supports(column.type());
    }

    private static long width(DeviceColumn from, int textLength) {
        if (from.offsets() != null) {
            return textLength;
        }
        return isBits(from) ? 0 : from.cudaType().byteWidth();
    }

    private DeviceColumn room(DeviceColumn from, int textLength, long count, Stream stream) {
        long bitmapBytes = (count + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES;
        long bytes = isBits(from) ? bitmapBytes : count * width(from, textLength);
        List<Buffer> buffers = new ArrayList<>();
        try {
            Buffer values = allocate(bytes + MARGIN, buffers, stream);
            Buffer validity = from.validity() == null ? null : allocate(bitmapBytes + MARGIN, buffers, stream);
            Buffer offsets =
                    from.offsets() == null ? null : allocate((count + 1) * Integer.BYTES + MARGIN, buffers, stream);
            if (validity != null) {
                stream.fill(validity, 0, validity.byteSize(), (byte) 0);
            }
            if (isBits(from)) {
                stream.fill(values, 0, values.byteSize(), (byte) 0);
            }
            return new DeviceColumn(from.type(), count, values, validity, 0, offsets);
        } catch (RuntimeException | Error failure) {
            buffers.forEach(Buffer::close);
            throw failure;
        }
    }

    private Buffer allocate(long bytes, List<Buffer> buffers, Stream stream) {
        Buffer buffer = stream.device().memory().allocate(accounts, bytes, "rows left out", stream);
        buffers.add(buffer);
        return buffer;
    }
}
