package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnGpu
@ExtendWith(PoolCheck.class)
class DriverOnGpuTest {
    private static final String SOURCE = """
            struct Numbers { long long a; double b; unsigned char c; };
            extern "C" __global__ void of_arguments(long long a, double b, int c, float d, double* out) {
                out[0] = a; out[1] = b; out[2] = c; out[3] = d;
            }
            struct Given { Numbers numbers; double* out; };
            extern "C" __global__ void of_structure(const Given given) {
                given.out[0] = given.numbers.a; given.out[1] = given.numbers.b; given.out[2] = given.numbers.c;
            }
            extern "C" __global__ void spin(long long cycles) {
                long long start = clock64();
                while (clock64() - start < cycles) {}
            }
            """;

    @ParameterizedTest
    @ValueSource(longs = {1, 255, 256, 257, 100_000, 8 << 20})
    void bytesGoUpAndComeDownFromAnyMemory(long bytes, Gpu gpu, MemoryPool pool) {
        gpu.device().run(() -> {
            try (Stream stream = Stream.open(gpu.device());
                    Buffer pageable = pool.allocate(bytes, "pageable");
                    Buffer pinned = gpu.device().pinned().allocate(pool, bytes, "pinned");
                    Buffer first = gpu.device().memory().allocate(pool, bytes, "first", stream);
                    Buffer second = gpu.device().memory().allocate(pool, bytes, "second", stream)) {
                byte[] random = new byte[(int) bytes];
                new SplittableRandom(bytes).nextBytes(random);
                MemorySegment source = pageable.segment().asSlice(0, bytes).copyFrom(MemorySegment.ofArray(random));

                stream.upload(source, first, 0);
                stream.copy(first, 0, second, 0, bytes);
                stream.download(second, 0, pinned.segment().asSlice(0, bytes));
                stream.synchronize();
                assertThat(pinned.segment().asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE))
                        .isEqualTo(random);

                stream.fill(first, 0, bytes, (byte) 0);
                stream.upload(pinned.segment().asSlice(0, bytes), first, 0);
                source.fill((byte) 0);
                stream.download(first, 0, source);
                stream.synchronize();
                assertThat(source.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(random);
            }
        });
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void memoryThatIsThereCanBePinned(Gpu gpu, MemoryPool pool) {
        gpu.device().run(() -> {
            try (Buffer host = pool.allocate(1 << 20, "host");
                    PinnedMemory.Registration _ = gpu.device().pinned().register(host.segment());
                    Stream stream = Stream.open(gpu.device());
                    Buffer device = gpu.device().memory().allocate(pool, 1 << 20, "device", stream)) {
                stream.upload(host.segment().asSlice(0, 1 << 20), device, 0);
                stream.synchronize();
            }
        });
    }

    @Test
    void argumentsOfEveryKindArrive(Gpu gpu, MemoryPool pool) {
        double[] arrived = run(
                gpu,
                pool,
                "of_arguments",
                -(1L << 40),
                Double.doubleToRawLongBits(0.1),
                -7,
                Float.floatToRawIntBits(0.5f));

        assertThat(arrived).containsExactly(-(double) (1L << 40), 0.1, -7, 0.5);
    }

    @Test
    void aStructureArrives(Gpu gpu, MemoryPool pool) {
        Device device = gpu.device();
        CudaFunction function = module(gpu).function("of_structure");
        device.run(() -> {
            try (Arena arena = Arena.ofConfined();
                    Stream stream = Stream.open(device);
                    Buffer out = device.memory().allocate(pool, 24, "out", stream);
                    Buffer host = pool.allocate(24, "host")) {
                MemorySegment structure = arena.allocate(32, 8);
                structure.set(ValueLayout.JAVA_LONG, 0, 1L << 50);
                structure.set(ValueLayout.JAVA_DOUBLE, 8, 2.5);
                structure.set(ValueLayout.JAVA_BYTE, 16, (byte) 200);
                structure.set(ValueLayout.JAVA_LONG, 24, out.address());
                stream.launchWith(function, new LaunchShape(1, 1), structure);
                stream.download(out, 0, host.segment().asSlice(0, 24));
                stream.synchronize();

                assertThat(host.segment().asSlice(0, 24).toArray(ValueLayout.JAVA_DOUBLE))
                        .containsExactly(1L << 50, 2.5, 200);
            }
        });
    }

    @Test
    void streamsRunOnTheirOwnAndWaitForEvents(Gpu gpu) {
        Device device = gpu.device();
        CudaFunction spin = module(gpu).function("spin");
        device.run(() -> {
            try (Stream slow = Stream.open(device);
                    Stream quick = Stream.open(device);
                    Event start = Event.timed(device);
                    Event end = Event.timed(device)) {
                slow.record(start);
                slow.launch(spin, new LaunchShape(1, 1), 20_000_000L);
                slow.record(end);
                assertThat(slow.isIdle()).isFalse();
                quick.synchronize();
                quick.waitFor(end);
                quick.synchronize();

                assertThat(slow.isIdle()).isTrue();
                assertThat(end.millisSince(start)).isGreaterThan(1);
            }
        });
    }

    @Test
    @Tag("alone")
    void moreMemoryThanThereIsCanBeAskedForAndThenLess(Gpu gpu, MemoryPool pool) {
        Device device = gpu.device();
        device.run(() -> {
            try (Stream stream = Stream.open(device)) {
                long tooMuch = device.info().memoryBytes() * 2;
                assertThatThrownBy(() -> device.memory().allocate(pool, tooMuch, "too much", stream))
                        .isInstanceOfSatisfying(
                                CudaException.class,
                                failure -> assertThat(failure.isOutOfMemory()).isTrue())
                        .hasMessageContaining("for \"too much\" failed: CUDA_ERROR_OUT_OF_MEMORY (2)")
                        .hasMessageContaining(" free. Set a lower memory limit, or use the CPU.");
                assertThat(pool.usedBytes(Tier.DEVICE)).isZero();

                device.memory().allocate(pool, 1 << 20, "less", stream).close();
            }
        });
        assertThat(device.lost()).isEmpty();
    }

    @Test
    void aRefusedLaunchNamesItselfAndHarmsNothing(Gpu gpu, MemoryPool pool) {
        CudaFunction spin = module(gpu).function("spin");
        gpu.device().run(() -> {
            try (Stream stream = Stream.open(gpu.device())) {
                assertThatThrownBy(() -> stream.launch(spin, new LaunchShape(1, 5000), 1))
                        .isInstanceOf(CudaException.class)
                        .hasMessageStartingWith("cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE (1)");
            }
        });
        argumentsOfEveryKindArrive(gpu, pool);
    }

    @Test
    void virtualThreadsMayUseTheDevice(Gpu gpu, MemoryPool pool) throws InterruptedException, ExecutionException {
        FutureTask<double[]> task = new FutureTask<>(() -> run(gpu, pool, "of_arguments", 1, 0, 2, 0));
        Thread.ofVirtual().start(task).join();

        assertThat(task.get()).containsExactly(1, 0, 2, 0);
    }

    @Test
    void anImageThatIsNoneIsRefused(Gpu gpu) {
        assertThatThrownBy(() -> CudaModule.load(gpu.device(), new byte[] {1, 2, 3}))
                .isInstanceOf(CudaException.class)
                .hasMessageStartingWith("cuModuleLoadData of 3 bytes failed: CUDA_ERROR_");
    }

    private static double[] run(Gpu gpu, MemoryPool pool, String kernel, long a, long b, long c, long d) {
        Device device = gpu.device();
        CudaFunction function = module(gpu).function(kernel);
        return device.call(() -> {
            try (Stream stream = Stream.open(device);
                    Buffer out = device.memory().allocate(pool, 32, "out", stream);
                    Buffer host = pool.allocate(32, "host")) {
                stream.launch(function, new LaunchShape(1, 1), a, b, c, d, out.address());
                stream.download(out, 0, host.segment().asSlice(0, 32));
                stream.synchronize();
                return host.segment().asSlice(0, 32).toArray(ValueLayout.JAVA_DOUBLE);
            }
        });
    }

    private static CudaModule module(Gpu gpu) {
        String target = "--gpu-architecture=sm_" + gpu.device().info().architecture();
        Nvrtc.Outcome outcome =
                gpu.nvrtc().compile(new Nvrtc.Program("driver_test.cu", SOURCE, Map.of(), List.of(target)));
        assertThat(outcome).isInstanceOf(Nvrtc.Outcome.Compiled.class);
        return CudaModule.load(gpu.device(), ((Nvrtc.Outcome.Compiled) outcome).image());
    }
}
