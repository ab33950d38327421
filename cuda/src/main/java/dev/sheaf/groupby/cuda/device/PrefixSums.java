package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;

/// Counts added up where they lie, on all multiprocessors: `sum_up` and `add_up` of `radix_sort.cu`.
///
/// Cost: the counts are read twice and written once.
public record PrefixSums(DeviceRun run) {
    private static final int THREADS = 256;

    /// As in `radix_sort.cu`.
    private static final int TILE = 4096;

    private static final Specialization KERNEL =
            Specialization.of(KernelFile.RADIX_SORT).type("Key", CudaType.U32);

    /// Turns each count, 64 bits, into the sum of those before it.
    public void addUp(Buffer counts, long length) {
        int blocks = Math.toIntExact((length + TILE - 1) / TILE);
        if (blocks == 0) {
            return;
        }
        Kernel kernel = run.kernels().kernel(KERNEL);
        LaunchShape shape = new LaunchShape(blocks, THREADS);
        try (Buffer sums = run.allocate((long) blocks * Long.BYTES, "sums of counts")) {
            run.stream().launch(kernel.function("sum_up"), shape, counts.address(), length, sums.address());
            run.stream().launch(kernel.function("add_up"), shape, counts.address(), length, sums.address());
        }
    }
}
