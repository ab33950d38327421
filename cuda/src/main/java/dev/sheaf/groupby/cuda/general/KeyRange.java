package dev.sheaf.groupby.cuda.general;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.memory.Buffer;
import java.util.List;
import java.util.stream.Stream;

/// Which keys there may be: words of 64 bits without sign, none less than `least`, nor more than `most`. There are none
/// if `least` is more.
///
/// Cost of finding one: the keys are read once, and the host waits for it.
public record KeyRange(long least, long most) {
    private static final int THREADS = 256;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;
    private static final String PURPOSE = "range of keys";
    private static final List<Specialization> KERNELS = Stream.of(CudaType.values())
            .map(type -> Specialization.of(KernelFile.CONVERT).type("Value", type))
            .toList();
    private static final KeyRange NONE = new KeyRange(-1, 0);

    /// From 0 to `most`.
    public static KeyRange to(long most) {
        return new KeyRange(0, most);
    }

    /// The range of some words, of 32 or 64 bits.
    public static KeyRange of(DeviceRun run, CudaType type, Buffer words, long rows) {
        return of(run, type, words.address(), 0, 0, rows, -1);
    }

    /// The range of the words that have the order of the values of a column, which are of up to 8 bytes; nulls are
    /// left out.
    ///
    /// @param enough without sign: of a range that spans more, no more than that may be found
    public static KeyRange of(DeviceRun run, DeviceColumn column, long enough) {
        return of(
                run,
                column.cudaType(),
                column.values().address(),
                column.validityAddress(),
                column.firstBit(),
                column.length(),
                enough);
    }

    private static KeyRange of(
            DeviceRun run, CudaType type, long values, long validity, long firstBit, long rows, long enough) {
        if (rows == 0) {
            return NONE;
        }
        long blocks = Math.min(
                (rows + THREADS - 1) / THREADS,
                (long) run.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR);
        try (Buffer range = run.filled(3L * Long.BYTES, 0, PURPOSE);
                Signal signal = new Signal(run.accounts(), 2, PURPOSE, run.stream())) {
            run.stream().fill(range, 0, Long.BYTES, (byte) -1);
            run.stream()
                    .launch(
                            run.kernels().kernel(kernel(type)).function("value_range"),
                            new LaunchShape((int) blocks, THREADS),
                            values,
                            validity,
                            firstBit,
                            rows,
                            enough,
                            range.address(),
                            signal.address());
            signal.await();
            return new KeyRange(signal.get(0), signal.get(1));
        }
    }

    /// What finds the range of values of a type.
    public static Specialization kernel(CudaType type) {
        return KERNELS.get(type.ordinal());
    }

    private boolean isEmpty() {
        return Long.compareUnsigned(least, most) > 0;
    }

    /// How many words are in the range; `Long.MAX_VALUE` if they are as many or more.
    public long size() {
        long beyond = most - least;
        return isEmpty() ? 0 : beyond < 0 || beyond == Long.MAX_VALUE ? Long.MAX_VALUE : beyond + 1;
    }

    /// The bits of the greatest difference of two words.
    public int bits() {
        return isEmpty() ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
    }
}
