package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.stream.IntStream;

/// A column of numbers as doubles, each less a value of its group: `center_values.cu`. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: 8 bytes a row and a group; a pass that reads the column and the numbers of groups.
///
/// @param source the column, which stays open
/// @param shifts what is taken from the values of each group, by the group's number; nothing of groups of one row
/// @param values the doubles, null where the column is; zeros of groups of one row, whose moments do not depend on it
record CenteredValues(
        KernelStore kernels,
        MemoryPool accounts,
        Stream stream,
        RowNumbers numbers,
        DeviceColumn source,
        Buffer shifts,
        DeviceColumn values)
        implements AutoCloseable {
    private static final int THREADS = 256;

    /// By the scale of decimals, each rounded once.
    private static final double[] POWERS_OF_TEN = IntStream.rangeClosed(0, DataType.DecimalType.MAX_PRECISION)
            .mapToDouble(scale -> Double.parseDouble("1e" + scale))
            .toArray();

    /// What the kernel is compiled for.
    record Kind(CudaType type) {
        Specialization specialization() {
            return Specialization.of(KernelFile.CENTER_VALUES)
                    .type("Value", type)
                    .number("THREADS", THREADS);
        }
    }

    /// Room for the doubles of a column, which are written by [#byRows] or [#byResults].
    static CenteredValues of(
            KernelStore kernels, MemoryPool accounts, Stream stream, RowNumbers numbers, DeviceColumn source) {
        Buffer shifts = allocate(accounts, stream, numbers.shared() * Double.BYTES);
        try {
            Buffer doubles = allocate(accounts, stream, source.length() * Double.BYTES);
            Buffer validity =
                    source.validity() == null ? null : source.validity().retain();
            DeviceColumn values =
                    new DeviceColumn(DataType.FLOAT64, source.length(), doubles, validity, source.firstBit());
            return new CenteredValues(kernels, accounts, stream, numbers, source, shifts, values);
        } catch (RuntimeException | Error failure) {
            shifts.close();
            throw failure;
        }
    }

    private static Buffer allocate(MemoryPool accounts, Stream stream, long bytes) {
        return stream.device().memory().allocate(accounts, Math.max(bytes, 1), "values less a mean", stream);
    }

    /// Takes the value of each group's row, which has to have one.
    void byRows() {
        launch("shifts_of_rows", numbers.shared(), source, numbers.numbers().values(), 0, 0);
        center();
    }

    /// Takes the results of groups, of the type of the column; `order` has the groups' numbers.
    void byResults(DeviceColumn order, DeviceColumn results) {
        launch("shifts_of_results", results.length(), results, order.values(), 0, 0);
        center();
    }

    /// Takes the means of groups from counts and sums of what the values are now.
    void byMeans(DeviceColumn order, DeviceColumn counts, DeviceColumn sums) {
        long countsAt = counts.values().address();
        long sumsAt = sums.values().address();
        launch("move_shifts", counts.length(), source, order.values(), countsAt, sumsAt);
        center();
    }

    private void center() {
        launch("center_values", source.length(), source, numbers.numbers().values(), 0, 0);
    }

    private void launch(String function, long count, DeviceColumn of, Buffer order, long counts, long sums) {
        if (count == 0) {
            return;
        }
        int scale = of.type() instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        Kind kind = new Kind(source.cudaType());
        Kernel kernel = kernels.get(List.of(KernelFile.CENTER_VALUES, kind.type()), kind::specialization);
        KernelStruct struct = new KernelStruct(stream)
                .add(count)
                .add(of.values().address())
                .add(of.validityAddress())
                .add(of.firstBit())
                .add(Double.doubleToRawLongBits(POWERS_OF_TEN[scale]))
                .add((long) scale)
                .add(order.address())
                .add(numbers.groupRows().address())
                .add(counts)
                .add(sums)
                .add(shifts.address())
                .add(numbers.shared())
                .add(values.values().address());
        int blocks = Math.toIntExact((count + THREADS - 1) / THREADS);
        stream.launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), struct.segment());
    }

    @Override
    public void close() {
        shifts.close();
        values.close();
    }
}
