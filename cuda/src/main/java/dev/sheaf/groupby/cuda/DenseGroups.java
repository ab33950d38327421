package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Counts and sums by group in shared memory, for integer keys of a small known range: the key less the least
/// key is the group's number.
final class DenseGroups {
    private static final int THREADS = 512;
    private static final int COUNT_BYTES = Integer.BYTES;
    private static final int SUM_BYTES = Long.BYTES;

    /// One copy of the table for each lane of a warp takes all conflicts away; more would bring nothing.
    private static final int MAX_REPLICAS = 32;

    /// Copies are added only as long as this many blocks still share a multiprocessor and hide each other's waits.
    private static final int BLOCKS_WITH_REPLICAS = 4;

    /// The driver keeps this much of each block's shared memory for itself.
    private static final int RESERVED_BYTES = 1024;

    private final Kernels kernels;
    private final MemoryPool accounts;

    DenseGroups(Kernels kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// Which keys there are and what is wanted: the keys from `leastKey` on, `groups` of them, and with
    /// `keepsNullKeys` one more group, the last.
    record Shape(long leastKey, int groups, boolean keepsNullKeys) {
        int slots() {
            return groups + (keepsNullKeys ? 1 : 0);
        }
    }

    /// The number of rows (of valid values, if values are summed) and the sum of each group, in device memory:
    /// 64-bit integers; sums are integers modulo 2^64 or, for floating values, float64. `outside` is the number
    /// of rows whose key was none of the expected ones.
    record Result(Buffer counts, @Nullable Buffer sums, Buffer outside) implements AutoCloseable {
        @Override
        public void close() {
            counts.close();
            outside.close();
            if (sums != null) {
                sums.close();
            }
        }
    }

    /// The kernel for columns of these types; without values, `value` is null.
    static Specialization specialization(
            CudaType key, boolean keyNulls, boolean keepsNullKeys, @Nullable CudaType value, boolean valueNulls) {
        return Specialization.of(KernelFile.DENSE_GROUPS)
                .type("Key", key)
                .flag("HAS_KEY_NULLS", keyNulls)
                .flag("KEEPS_NULL_KEYS", keepsNullKeys)
                .type("Value", value == null ? CudaType.U8 : value)
                .flag("HAS_SUM", value != null)
                .flag("HAS_VALUE_NULLS", valueNulls)
                .number("THREADS", THREADS);
    }

    /// The most groups whose table a block of this device can have.
    static int maxSlots(DeviceInfo device, boolean sums) {
        return device.sharedBytesPerBlock() / slotBytes(sums);
    }

    private static int slotBytes(boolean sums) {
        return COUNT_BYTES + (sums ? SUM_BYTES : 0);
    }

    /// How many copies of the table a block gets.
    static int replicas(DeviceInfo device, int slots, boolean sums) {
        int room = device.sharedBytesPerMultiprocessor() / BLOCKS_WITH_REPLICAS - RESERVED_BYTES;
        int fitting = room / Math.max(slots * slotBytes(sums), 1);
        return Math.clamp(Integer.highestOneBit(Math.max(fitting, 1)), 1, MAX_REPLICAS);
    }

    /// Groups `keys` and, if there are any, sums `values`, in stream order. Call inside [Device#call].
    ///
    /// @throws IllegalArgumentException if the groups do not fit the shared memory of a block
    Result group(DeviceColumn keys, @Nullable DeviceColumn values, Shape shape, Stream stream) {
        Device device = stream.device();
        boolean sums = values != null;
        if (shape.slots() > maxSlots(device.info(), sums)) {
            throw new IllegalArgumentException(shape.slots() + " groups do not fit the "
                    + device.info().sharedBytesPerBlock() + " bytes of shared memory that a block can have");
        }
        Buffer counts = cleared(shape.slots(), "group counts", stream);
        Buffer outside = cleared(1, "rows outside the groups", stream);
        Result result = new Result(counts, sums ? cleared(shape.slots(), "group sums", stream) : null, outside);
        try {
            launch(keys, values, shape, result, stream);
            return result;
        } catch (RuntimeException | Error failure) {
            result.close();
            throw failure;
        }
    }

    private Buffer cleared(long longs, String purpose, Stream stream) {
        Buffer buffer = stream.device().memory().allocate(accounts, longs * Long.BYTES, purpose, stream);
        stream.fill(buffer, 0, longs * Long.BYTES, (byte) 0);
        return buffer;
    }

    private void launch(DeviceColumn keys, @Nullable DeviceColumn values, Shape shape, Result result, Stream stream) {
        DeviceInfo device = stream.device().info();
        boolean sums = values != null;
        CudaFunction function = kernels.kernel(specialization(
                        keys.cudaType(),
                        keys.validity() != null,
                        shape.keepsNullKeys(),
                        values == null ? null : values.cudaType(),
                        values != null && values.validity() != null))
                .function();
        int replicas = replicas(device, shape.slots(), sums);
        int sharedBytes = shape.slots() * replicas * slotBytes(sums);
        function.allowSharedBytes(sharedBytes);
        int blocks = device.multiprocessors() * Math.max(function.blocksPerMultiprocessor(THREADS, sharedBytes), 1);
        stream.launch(
                function,
                new LaunchShape(blocks, THREADS, sharedBytes),
                keys.values().address(),
                keys.validityAddress(),
                keys.firstBit(),
                values == null ? 0 : values.values().address(),
                values == null ? 0 : values.validityAddress(),
                values == null ? 0 : values.firstBit(),
                keys.length(),
                shape.leastKey(),
                shape.groups(),
                replicas,
                result.counts().address(),
                result.sums() == null ? 0 : result.sums().address(),
                result.outside().address());
    }

    /// Copies a result column to the host and waits for it.
    long[] download(Buffer longs, Stream stream) {
        try (Buffer host = stream.device().pinned().allocate(accounts, longs.byteSize(), "group results")) {
            MemorySegment copy = host.segment().asSlice(0, longs.byteSize());
            stream.download(longs, 0, copy);
            stream.synchronize();
            return copy.toArray(JAVA_LONG);
        }
    }
}
