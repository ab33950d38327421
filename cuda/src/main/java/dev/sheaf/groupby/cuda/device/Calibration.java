package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

/// Measures what estimates need to know of a device.
final class Calibration {
    private static final long COPIED_BYTES = 32L << 20;
    private static final long DEVICE_BYTES = 256L << 20;
    private static final int REPEATS = 4;

    private final Device device;
    private final MemoryPool pool;
    private final Stream stream;

    private Calibration(Device device, MemoryPool pool, Stream stream) {
        this.device = device;
        this.pool = pool;
        this.stream = stream;
    }

    /// The best of a few tries of each. Cost: about 2 GB moved, which takes some 100 ms.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room for it
    static DeviceProfile measure(Device device, MemoryPool pool) {
        return device.call(() -> {
            try (Stream stream = Stream.open(device)) {
                return new Calibration(device, pool, stream).profile();
            } finally {
                device.memory().trim();
            }
        });
    }

    private DeviceProfile profile() {
        try (Buffer host = pool.allocateZeroed(REPEATS * COPIED_BYTES, "calibration");
                Buffer pinned = device.pinned().allocate(pool, COPIED_BYTES, "calibration");
                Buffer first = device.memory().allocate(pool, DEVICE_BYTES, "calibration", stream);
                Buffer second = device.memory().allocate(pool, DEVICE_BYTES, "calibration", stream)) {
            MemorySegment staged = pinned.segment().asSlice(0, COPIED_BYTES);
            double copying = best(part -> staged.copyFrom(host.segment().asSlice(part * COPIED_BYTES, COPIED_BYTES)));
            double sending = onDevice(() -> stream.upload(staged, first, 0));
            double moving = onDevice(() -> stream.copy(first, 0, second, 0, DEVICE_BYTES));
            double waiting = best(_ -> {
                stream.fill(first, 0, Long.BYTES, (byte) 0);
                stream.synchronize();
            });
            return new DeviceProfile(
                    COPIED_BYTES / sending,
                    COPIED_BYTES / copying,
                    2 * DEVICE_BYTES / moving,
                    waiting,
                    "measured on this device");
        }
    }

    /// `work` is told which try it is, so that it reads what no cache holds.
    private static double best(IntConsumer work) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < REPEATS; i++) {
            long start = System.nanoTime();
            work.accept(i);
            best = Math.min(best, Math.max(1, System.nanoTime() - start) / 1e9);
        }
        return best;
    }

    /// The best time of `work` by the device's own clock.
    private double onDevice(Runnable work) {
        double best = Double.MAX_VALUE;
        try (Event start = Event.timed(device);
                Event end = Event.timed(device)) {
            for (int i = 0; i < REPEATS; i++) {
                stream.record(start);
                work.run();
                stream.record(end);
                end.synchronize();
                best = Math.min(best, Math.max(1e-6, end.millisSince(start)) / 1e3);
            }
        }
        return best;
    }
}
