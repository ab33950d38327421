package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/// Asks the driver what its devices are and have.
final class DeviceQuery {
    private static final int TEXT_BYTES = 256;
    private static final int UUID_BYTES = 16;

    // CUdevice_attribute
    private static final int MULTIPROCESSOR_COUNT = 16;
    private static final int L2_CACHE_SIZE = 38;
    private static final int MAX_THREADS_PER_MULTIPROCESSOR = 39;
    private static final int ASYNC_ENGINE_COUNT = 40;
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    private static final int MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81;
    private static final int MAX_REGISTERS_PER_MULTIPROCESSOR = 82;
    private static final int MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;

    private final LibCuda lib;
    private final DriverErrors errors;

    DeviceQuery(LibCuda lib, DriverErrors errors) {
        this.lib = lib;
        this.errors = errors;
    }

    /// Every device.
    ///
    /// @throws CudaException if the driver does not answer
    List<DeviceInfo> all() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(TEXT_BYTES, Long.BYTES);
            errors.check("cuDeviceGetCount", () -> (int) lib.cuDeviceGetCount().invokeExact(out));
            return IntStream.range(0, out.get(JAVA_INT, 0))
                    .mapToObj(ordinal -> info(ordinal, out))
                    .toList();
        }
    }

    private DeviceInfo info(int ordinal, MemorySegment out) {
        errors.check("cuDeviceGet", () -> (int) lib.cuDeviceGet().invokeExact(out, ordinal));
        int device = out.get(JAVA_INT, 0);
        errors.check("cuDeviceGetName", () -> (int) lib.cuDeviceGetName().invokeExact(out, TEXT_BYTES, device));
        String name = out.getString(0);
        errors.check(
                "cuDeviceGetPCIBusId", () -> (int) lib.cuDeviceGetPCIBusId().invokeExact(out, TEXT_BYTES, device));
        String pciBusId = out.getString(0);
        errors.check("cuDeviceGetUuid", () -> (int) lib.cuDeviceGetUuid().invokeExact(out, device));
        String uuid = uuid(out.asSlice(0, UUID_BYTES).toArray(JAVA_BYTE));
        errors.check("cuDeviceTotalMem", () -> (int) lib.cuDeviceTotalMem().invokeExact(out, device));
        long memoryBytes = out.get(JAVA_LONG, 0);
        return new DeviceInfo(
                ordinal,
                name,
                uuid,
                pciBusId,
                attribute(COMPUTE_CAPABILITY_MAJOR, device, out),
                attribute(COMPUTE_CAPABILITY_MINOR, device, out),
                memoryBytes,
                attribute(MULTIPROCESSOR_COUNT, device, out),
                attribute(MAX_THREADS_PER_MULTIPROCESSOR, device, out),
                attribute(MAX_REGISTERS_PER_MULTIPROCESSOR, device, out),
                attribute(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device, out),
                attribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device, out),
                attribute(L2_CACHE_SIZE, device, out),
                attribute(ASYNC_ENGINE_COUNT, device, out));
    }

    private int attribute(int attribute, int device, MemorySegment out) {
        errors.check(
                "cuDeviceGetAttribute", () -> (int) lib.cuDeviceGetAttribute().invokeExact(out, attribute, device));
        return out.get(JAVA_INT, 0);
    }

    /// `GPU-` and the usual groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    private static String uuid(byte[] bytes) {
        String hex = HexFormat.of().formatHex(bytes);
        return "GPU-" + hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                + hex.substring(16, 20) + "-" + hex.substring(20);
    }
}
