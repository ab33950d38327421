package dev.sheaf.groupby.cuda.general;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.PrefixSums;
import dev.sheaf.memory.Buffer;

/// A stable sort of row numbers by one key after the other, least significant first. See `radix_sort.cu`.
public final class MemberSort implements AutoCloseable {
    private static final int THREADS = 256;
    private static final int TILE = 4096;
    private static final int DIGITS = 256;

    private final DeviceRun run;
    private final int rows;
    private Buffer order;
    private Buffer spare;

    /// Begins with the order in which the rows lie.
    public MemberSort(DeviceRun run, int rows) {
        this.run = run;
        this.rows = rows;
        this.order = run.allocate((long) rows * Integer.BYTES, "sorted rows");
        try {
            this.spare = run.allocate((long) rows * Integer.BYTES, "sorted rows");
        } catch (RuntimeException | Error failure) {
            order.close();
            throw failure;
        }
        run.each(kernel(CudaType.U32), "first_order", rows, rows, order.address());
    }

    static Specialization kernel(CudaType key) {
        return Specialization.of(KernelFile.RADIX_SORT).type("Key", key);
    }

    /// Sorts by the lowest `bits` bits of a key of every row.
    public void by(Buffer keys, CudaType key, int bits) {
        if (rows == 0) {
            return;
        }
        int blocks = (rows + TILE - 1) / TILE;
        try (Buffer counts = run.allocate((long) blocks * DIGITS * Long.BYTES, "digit counts")) {
            for (int shift = 0; shift < bits; shift += 8) {
                launch(key, "count_digits", blocks, keys.address(), order.address(), rows, shift, counts.address());
                new PrefixSums(run).addUp(counts, (long) blocks * DIGITS);
                launch(
                        key,
                        "radix_sort",
                        blocks,
                        keys.address(),
                        order.address(),
                        rows,
                        shift,
                        counts.address(),
                        spare.address());
                Buffer sorted = spare;
                spare = order;
                order = sorted;
            }
        }
    }

    private void launch(CudaType key, String function, int blocks, long... arguments) {
        run.stream()
                .launch(
                        run.kernels().kernel(kernel(key)).function(function),
                        new LaunchShape(blocks, THREADS),
                        arguments);
    }

    /// The row numbers in order, int32.
    public Buffer order() {
        return order;
    }

    @Override
    public void close() {
        order.close();
        spare.close();
    }
}
