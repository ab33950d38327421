package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OnGpu
@ExtendWith(PoolCheck.class)
class HashColumnOnGpuTest {
    private static final int ROWS = 5_000;
    private static final int THREADS = 256;

    @ParameterizedTest
    @CsvSource({
        "U32,0", "U64,0", "U128,0", "U32,1", "U64,1", "U128,1", "U32,2", "U64,2", "U128,2", "U32,3", "U64,3", "U128,3"
    })
    void hashesAreThoseOfTheHost(CudaType type, int function, Gpu gpu, MemoryPool pool) {
        Specialization specialization = Specialization.of(KernelFile.HASH_COLUMN)
                .type("Key", type)
                .number("HASH", function)
                .number("THREADS", THREADS);
        CudaFunction kernel = gpu.kernels().kernel(specialization).function();
        Device device = gpu.device();
        int width = type.byteWidth();
        device.run(() -> {
            try (Stream stream = device.openStream();
                    Buffer keys = pool.allocate((long) ROWS * width, "keys");
                    Buffer hashes = pool.allocate(ROWS * 8L, "hashes");
                    Buffer deviceKeys = device.memory().allocate(pool, (long) ROWS * width, "keys", stream);
                    Buffer deviceHashes = device.memory().allocate(pool, ROWS * 8L, "hashes", stream)) {
                MemorySegment bytes = keys.segment().asSlice(0, (long) ROWS * width);
                byte[] random = new byte[ROWS * width];
                new SplittableRandom(width).nextBytes(random);
                bytes.copyFrom(MemorySegment.ofArray(random)).asSlice(0, 32).fill((byte) 0);
                stream.upload(bytes, deviceKeys, 0);
                stream.launch(kernel, new LaunchShape(7, THREADS), deviceKeys.address(), ROWS, deviceHashes.address());
                stream.download(deviceHashes, 0, hashes.segment().asSlice(0, ROWS * 8L));
                stream.synchronize();

                for (int row = 0; row < ROWS; row++) {
                    assertThat(hashes.segment().getAtIndex(ValueLayout.JAVA_LONG, row))
                            .isEqualTo(hash(bytes.asSlice((long) row * width, width), function));
                }
            }
        });
    }

    private static long hash(MemorySegment key, int function) {
        int width = (int) key.byteSize();
        if (width < 16) {
            long word = width == 4
                    ? Integer.toUnsignedLong(key.get(ValueLayout.JAVA_INT_UNALIGNED, 0))
                    : key.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            return hash(word, width, function);
        }
        long low = key.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        long high = key.get(ValueLayout.JAVA_LONG_UNALIGNED, 8);
        return switch (function) {
            case 2 -> fnv1a(high, 8, fnv1a(low, 8, 0xcbf29ce484222325L));
            case 3 -> xxh64(high, xxh64(low, 0));
            default -> hash(high ^ Long.rotateLeft(hash(low, 8, function), 32), 8, function);
        };
    }

    private static long hash(long word, int bytes, int function) {
        return switch (function) {
            case 0 -> word * 0x9e3779b97f4a7c15L;
            case 1 -> murmur3(word);
            case 2 -> fnv1a(word, bytes, 0xcbf29ce484222325L);
            default -> xxh64(word, 0);
        };
    }

    private static long murmur3(long word) {
        long mixed = (word ^ (word >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }

    private static long fnv1a(long word, int bytes, long start) {
        long hash = start;
        for (int i = 0; i < bytes; i++) {
            hash = (hash ^ ((word >>> (8 * i)) & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private static long xxh64(long word, long seed) {
        long hash = seed + 0x27d4eb2f165667c5L + 8;
        hash ^= Long.rotateLeft(word * 0xc2b2ae3d27d4eb4fL, 31) * 0x9e3779b185ebca87L;
        hash = Long.rotateLeft(hash, 27) * 0x9e3779b185ebca87L + 0x85ebca77c2b2ae63L;
        hash = (hash ^ (hash >>> 33)) * 0xc2b2ae3d27d4eb4fL;
        hash = (hash ^ (hash >>> 29)) * 0x165667b19e3779f9L;
        return hash ^ (hash >>> 32);
    }
}
