package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;

/// A stream of a [Gpu]: work on it runs in order, work on others beside it. For one thread at a time.
public final class GpuStream implements AutoCloseable {
    private final Stream stream;

    GpuStream(Stream stream) {
        this.stream = stream;
    }

    Stream stream() {
        return stream;
    }

    /// @throws IllegalArgumentException if the stream is one of another device
    void checkDevice(Device device) {
        if (stream.device() != device) {
            throw new IllegalArgumentException("a stream of GPU "
                    + stream.device().info().ordinal() + " cannot do work of GPU "
                    + device.info().ordinal() + "; open one with Gpu.openStream()");
        }
    }

    /// Waits until all work on it is done.
    ///
    /// @throws dev.sheaf.cuda.CudaException if some of it failed
    public void synchronize() {
        stream.device().run(stream::synchronize);
    }

    /// Waits until all work on it is done and gives it back; a second call does nothing.
    @Override
    public void close() {
        stream.close();
    }
}
