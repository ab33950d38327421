package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.PinnedMemory;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.DiskCache;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What everything on the GPU rests on: start-up, compilation and cache, launches, allocations and copies.
///
/// Run by `run-gpu.sh bench` of a bundle.
final class DeviceBenchmark {
    private static final int WARM_UP = 3;
    private static final int SAMPLES = 15;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private final Results results;
    private final Device device;
    private final Nvrtc nvrtc;
    private final MemoryPool pool = MemoryPool.create();

    private DeviceBenchmark(Results results, Device device, Nvrtc nvrtc) {
        this.results = results;
        this.device = device;
        this.nvrtc = nvrtc;
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        long start = System.nanoTime();
        Installation.Usable usable = BenchRun.usable();
        double installation = millisSince(start);
        long opening = System.nanoTime();
        Device device = usable.driver().device(0);
        double open = millisSince(opening);
        long loading = System.nanoTime();
        usable.nvrtc().version();
        double load = millisSince(loading);
        Results results = new Results("device", usable.driver(), device.info(), usable.nvrtc());
        results.add("start: find libraries and start the driver", "ms", new double[] {installation});
        results.add("start: open the device", "ms", new double[] {open});
        results.add("start: load NVRTC", "ms", new double[] {load});
        try {
            new DeviceBenchmark(results, device, usable.nvrtc()).run();
        } finally {
            results.write(Path.of(arguments[0]));
        }
    }

    private void run() throws IOException {
        Path folder = Files.createTempDirectory("sheaf-bench");
        Kernels kernels = compile(folder);
        device.run(() -> {
            try (Stream stream = Stream.open(device)) {
                launches(kernels, stream);
                allocations(stream);
                copies(stream);
            }
        });
        memory();
    }

    private Kernels compile(Path folder) throws IOException {
        List<Specialization> kinds = List.of(offsets(0), offsets(1), offsets(2));
        for (Specialization kind : kinds) {
            String name = kind.file().function();
            results.add("compile: " + name + ", cold", "ms", new double[] {load(kernels(folder), kind)});
        }
        for (Specialization kind : kinds) {
            double[] fromDisk = samples(() -> load(kernels(folder), kind));
            results.add("compile: " + kind.file().function() + ", from the disk cache, loaded", "ms", fromDisk);
        }
        Kernels kernels = kernels(folder);
        kernels.kernel(kinds.getFirst());
        double[] fromMemory = samples(() -> repeat(10_000, () -> kernels.kernel(kinds.getFirst())) * 1e6);
        results.add("compile: look-up of a loaded kernel", "ns", fromMemory);
        return kernels;
    }

    private Kernels kernels(Path folder) {
        try {
            DiskCache disk = DiskCache.open(folder.resolve("kernels"), DiskCache.DEFAULT_LIMIT_BYTES);
            return new Kernels(device, nvrtc, CubinCache.on(disk), folder);
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    private static double load(Kernels kernels, Specialization specialization) {
        long start = System.nanoTime();
        kernels.kernel(specialization).function();
        return millisSince(start);
    }

    /// A small kernel, in so many kinds.
    private static Specialization offsets(int kind) {
        return Specialization.of(KernelFile.APPEND_OFFSETS).number("KIND", kind);
    }

    private void launches(Kernels kernels, Stream stream) {
        CudaFunction empty = kernels.kernel(offsets(0)).function();
        LaunchShape shape = new LaunchShape(1, 256);
        double[] backToBack = samples(() -> {
            double each = repeat(20_000, () -> stream.launch(empty, shape, 0, 0, 0, 0, 0)) * 1e3;
            stream.synchronize();
            return each;
        });
        results.add("launch: back to back, each", "us", backToBack);
        results.add(
                "launch: one and wait",
                "us",
                samples(() -> repeat(2_000, () -> {
                            stream.launch(empty, shape, 0, 0, 0, 0, 0);
                            stream.synchronize();
                        })
                        * 1e3));
        results.add("launch: enter and leave the context", "us", samples(() -> {
            double[] each = new double[1];
            Thread outside =
                    Thread.ofPlatform().start(() -> each[0] = repeat(10_000, () -> device.run(() -> {})) * 1e3);
            join(outside);
            return each[0];
        }));
    }

    private void allocations(Stream stream) {
        results.add(
                "memory: allocate and free 1 MiB on the device",
                "us",
                samples(() -> repeat(
                                10_000,
                                () -> device.memory()
                                        .allocate(pool, MIB, "benchmark", stream)
                                        .close())
                        * 1e3));
        results.add(
                "memory: allocate and free 1 MiB pinned, reused",
                "us",
                samples(() -> repeat(
                                10_000,
                                () -> device.pinned()
                                        .allocate(pool, MIB, "benchmark")
                                        .close())
                        * 1e3));
        results.add(
                "memory: pin 1 GiB",
                "ms",
                samples(
                        () -> {
                            device.pinned().trim();
                            return repeat(
                                    1,
                                    () -> device.pinned()
                                            .allocate(pool, GIB - 64, "benchmark")
                                            .close());
                        },
                        3));
        device.pinned().trim();
        try (Buffer host = pool.allocate(GIB, "benchmark")) {
            host.segment().fill((byte) 1);
            results.add(
                    "memory: register and unregister 1 GiB",
                    "ms",
                    samples(
                            () -> repeat(
                                    1,
                                    () -> device.pinned()
                                            .register(host.segment())
                                            .close()),
                            3));
        }
    }

    private void copies(Stream stream) {
        long most = GIB;
        try (Buffer onDevice = device.memory().allocate(pool, most, "benchmark", stream);
                Buffer other = device.memory().allocate(pool, most, "benchmark", stream);
                Buffer pinned = device.pinned().allocate(pool, most, "benchmark");
                Buffer pageable = pool.allocate(most, "benchmark")) {
            pinned.segment().fill((byte) 1);
            pageable.segment().fill((byte) 2);
            for (long bytes : new long[] {64 << 10, MIB, 16 * MIB, 64 * MIB, GIB}) {
                MemorySegment from = pinned.segment().asSlice(0, bytes);
                copy("pinned to device", bytes, stream, () -> stream.upload(from, onDevice, 0));
                copy("device to pinned", bytes, stream, () -> stream.download(onDevice, 0, from));
            }
            for (long bytes : new long[] {MIB, 64 * MIB, GIB}) {
                MemorySegment from = pageable.segment().asSlice(0, bytes);
                copy("pageable to device", bytes, stream, () -> stream.upload(from, onDevice, 0));
                copy("device to pageable", bytes, stream, () -> stream.download(onDevice, 0, from));
            }
            try (PinnedMemory.Registration _ = device.pinned().register(pageable.segment())) {
                MemorySegment from = pageable.segment().asSlice(0, GIB);
                copy("registered to device", GIB, stream, () -> stream.upload(from, onDevice, 0));
            }
            copyBothWays(pinned, onDevice, other, stream);
            double[] millis = millis(stream, () -> stream.copy(onDevice, 0, other, 0, most));
            results.add("copy: device to device, 1 GiB", "ms", millis, "gigabytesPerSecond", rate(2 * most, millis));
        }
        device.pinned().trim();
    }

    private void copy(String direction, long bytes, Stream stream, Runnable work) {
        double[] millis = samples(() -> repeat(1, () -> {
            work.run();
            stream.synchronize();
        }));
        results.add(
                "copy: " + direction + ", " + dev.sheaf.memory.ByteSize.format(bytes),
                "ms",
                millis,
                "gigabytesPerSecond",
                rate(bytes, millis));
    }

    private void copyBothWays(Buffer pinned, Buffer up, Buffer down, Stream stream) {
        long half = GIB / 2;
        try (Stream second = Stream.open(device)) {
            double[] millis = samples(() -> repeat(1, () -> {
                stream.upload(pinned.segment().asSlice(0, half), up, 0);
                second.download(down, 0, pinned.segment().asSlice(half, half));
                stream.synchronize();
                second.synchronize();
            }));
            results.add("copy: both ways at once, 512 MiB each", "ms", millis, "gigabytesPerSecond", rate(GIB, millis));
        }
    }

    private void memory() {
        results.add("memory: left in buffers at the end", "bytes", new double[] {
            device.memory().usedBytes()
        });
    }

    /// Times work on the device by events.
    private double[] millis(Stream stream, Runnable work) {
        return samples(() -> {
            try (Event start = Event.timed(device);
                    Event end = Event.timed(device)) {
                stream.record(start);
                work.run();
                stream.record(end);
                end.synchronize();
                return end.millisSince(start);
            }
        });
    }

    private interface Sample {
        double take();
    }

    private static double[] samples(Sample sample) {
        return samples(sample, SAMPLES);
    }

    private static double[] samples(Sample sample, int count) {
        for (int i = 0; i < Math.min(WARM_UP, count); i++) {
            sample.take();
        }
        double[] taken = new double[count];
        for (int i = 0; i < count; i++) {
            taken[i] = sample.take();
        }
        return taken;
    }

    /// Milliseconds that one of `times` runs took on the host.
    private static double repeat(int times, Runnable work) {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            work.run();
        }
        return millisSince(start) / times;
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static String rate(long bytes, double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return Results.number(bytes / sorted[sorted.length / 2] / 1e6);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
