package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.Location;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Work for a device, done in the order in which it is given: kernels, copies, fills, events.
///
/// Every method but [#synchronize()] returns at once; what goes wrong on the device is reported by a later
/// call. Call inside [DeviceContext#call]. For one query and one thread at a time. Operands have to stay open until
/// the work is done.
public final class Stream extends StreamOrder implements AutoCloseable {
    private static final int MAX_ARGUMENTS = StreamPool.MAX_ARGUMENTS;
    private static final int NOT_READY = 600;

    private final Device device;
    private final LibCuda lib;
    private final StreamPool pool;
    private final StreamPool.Native stream;
    private final long handle;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private @Nullable LaunchTimes times;
    private int waits;
    private int launches;
    private int done;
    private long waitedNanos;

    private Stream(Device device) {
        this.device = device;
        this.lib = device.lib();
        this.pool = device.streams();
        this.stream = pool.take();
        this.handle = stream.handle();
    }

    /// A stream for one query, to be closed by it.
    public static Stream open(Device device) {
        return new Stream(device);
    }

    /// The device that does the work.
    public Device device() {
        return device;
    }

    /// Launches a kernel.
    ///
    /// Each argument stands for a parameter of at most eight bytes and is given as its bits: an address or
    /// integer as it is, a double by [Double#doubleToRawLongBits], a float by [Float#floatToRawIntBits]. Cost:
    /// 2 to 3 us.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the launch is refused
    public void launch(CudaFunction function, LaunchShape shape, long... arguments) {
        Objects.checkIndex(arguments.length, MAX_ARGUMENTS + 1);
        MemorySegment parameters = stream.parameters();
        for (int i = 0; i < arguments.length; i++) {
            parameters.setAtIndex(JAVA_LONG, i, arguments[i]);
        }
        launchKernel(function, shape, parameters.asSlice((long) MAX_ARGUMENTS * Long.BYTES));
    }

    /// Launches a kernel that takes one structure by value, laid out in `structure`, which is read before this
    /// returns.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the launch is refused
    @SuppressWarnings({"ReferenceEquality", "MemorySegmentReferenceEquality"}) // the memory, not its contents
    public void launchWith(CudaFunction function, LaunchShape shape, MemorySegment structure) {
        if (structure == stream.structure()) {
            launchKernel(function, shape, stream.ofStructure());
        } else {
            launchOther(function, shape, structure);
        }
    }

    private void launchOther(CudaFunction function, LaunchShape shape, MemorySegment structure) {
        MemorySegment parameters = stream.parameters();
        MemorySegment addresses = parameters.asSlice((long) MAX_ARGUMENTS * Long.BYTES);
        long ownAddress = addresses.get(JAVA_LONG, 0);
        addresses.set(JAVA_LONG, 0, structure.address());
        try {
            launchKernel(function, shape, addresses);
        } finally {
            addresses.set(JAVA_LONG, 0, ownAddress);
            Reference.reachabilityFence(structure);
        }
    }

    /// Memory in which the structure for the next [#launchWith] may be laid out; launches have read it when they
    /// return.
    public MemorySegment structure() {
        return stream.structure();
    }

    /// From now on the kernels that are launched are timed; not any more with null.
    public void timeLaunches(@Nullable LaunchTimes launchTimes) {
        times = launchTimes;
    }

    private void launchKernel(CudaFunction function, LaunchShape shape, MemorySegment addresses) {
        long kernel = function.handle();
        int blocks = shape.blocks();
        int threads = shape.threads();
        int sharedBytes = shape.sharedBytes();
        checkOpen();
        launches++;
        LaunchTimes timed = times;
        if (timed != null) {
            timed.before(function.name(), this::record);
        }
        device.check("cuLaunchKernel", () -> {
            return (int) lib.cuLaunchKernel()
                    .invokeExact(
                            kernel, blocks, 1, 1, threads, 1, 1, sharedBytes, handle, addresses, MemorySegment.NULL);
        });
        if (timed != null) {
            timed.after(this::record);
        }
        Reference.reachabilityFence(function);
    }

    /// Copies host memory into a device buffer from byte `offset` on.
    ///
    /// From pinned memory the copy runs on its own, and `source` must not change before it is done; from other
    /// native memory it is read before this returns, at a fraction of the speed.
    ///
    /// @throws IndexOutOfBoundsException if the buffer has no room for it
    public void upload(MemorySegment source, Buffer target, long offset) {
        long bytes = source.byteSize();
        long address = deviceAddress(target, offset, bytes);
        if (bytes > 0) {
            device.check("cuMemcpyHtoDAsync", () -> of(bytes), () ->
                    (int) lib.cuMemcpyHtoDAsync().invokeExact(address, source, bytes, handle));
        }
    }

    /// As [#upload(MemorySegment, Buffer, long)] for `bytes` bytes from the start of `first` on, which may go
    /// on behind it, into segments that lie there without a gap and have to stay in place as well.
    public void uploadRun(MemorySegment first, long bytes, Buffer target, long offset) {
        upload(Binding.region(first, bytes, Arena.global()), target, offset);
        Reference.reachabilityFence(first);
    }

    /// Copies from byte `offset` of a device buffer on, as much as `target` holds.
    ///
    /// Into pinned memory the copy runs on its own, and `target` must not be read before it is done.
    ///
    /// @throws IndexOutOfBoundsException if the buffer has less
    public void download(Buffer source, long offset, MemorySegment target) {
        long bytes = target.byteSize();
        long address = deviceAddress(source, offset, bytes);
        if (bytes > 0) {
            device.check("cuMemcpyDtoHAsync", () -> of(bytes), () ->
                    (int) lib.cuMemcpyDtoHAsync().invokeExact(target, address, bytes, handle));
        }
    }

    /// Copies `bytes` bytes from one device buffer to another.
    ///
    /// @throws IndexOutOfBoundsException if either does not have them
    public void copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
        long from = deviceAddress(source, sourceOffset, bytes);
        long to = deviceAddress(target, targetOffset, bytes);
        if (bytes > 0) {
            device.check("cuMemcpyDtoDAsync", () -> of(bytes), () ->
                    (int) lib.cuMemcpyDtoDAsync().invokeExact(to, from, bytes, handle));
        }
    }

    /// Sets `bytes` bytes of a device buffer.
    ///
    /// @throws IndexOutOfBoundsException if it does not have them
    public void fill(Buffer target, long offset, long bytes, byte value) {
        long address = deviceAddress(target, offset, bytes);
        if (bytes > 0) {
            device.check("cuMemsetD8Async", () -> of(bytes), () ->
                    (int) lib.cuMemsetD8Async().invokeExact(address, value, bytes, handle));
        }
    }

    /// Marks this point in the stream.
    public void record(Event event) {
        long mark = event.handle();
        checkOpen();
        device.check("cuEventRecord", () -> (int) lib.cuEventRecord().invokeExact(mark, handle));
    }

    /// What follows waits until the point that `event` marks, in whichever stream, is reached.
    public void waitFor(Event event) {
        long mark = event.handle();
        checkOpen();
        device.check("cuStreamWaitEvent", () -> (int) lib.cuStreamWaitEvent().invokeExact(handle, mark, 0));
    }

    @Override
    public void synchronize() {
        checkOpen();
        long start = System.nanoTime();
        device.check(
                "cuStreamSynchronize", () -> (int) lib.cuStreamSynchronize().invokeExact(handle));
        waits++;
        done = launches;
        waitedNanos += System.nanoTime() - start;
    }

    /// Counts a wait of the host that began at a time of [System#nanoTime()], unless the host has waited for work
    /// behind it before.
    ///
    /// @param launch the number of a launch that is done now, as all before it are
    public void waited(long start, int launch) {
        waits += launch > done ? 1 : 0;
        done = Math.max(done, launch);
        waitedNanos += System.nanoTime() - start;
    }

    /// How many kernels were launched.
    public int launches() {
        return launches;
    }

    /// How often the host has waited for work of this stream: each time, the device does nothing until the host has
    /// given it more.
    public int waits() {
        return waits;
    }

    /// For how long it has.
    public long waitedNanos() {
        return waitedNanos;
    }

    /// Whether all work is done.
    ///
    /// @throws dev.sheaf.cuda.CudaException if some of it failed
    public boolean isIdle() {
        checkOpen();
        boolean[] idle = {true};
        device.check("cuStreamQuery", () -> {
            int code = (int) lib.cuStreamQuery().invokeExact(handle);
            idle[0] = code != NOT_READY;
            return idle[0] ? code : 0;
        });
        return idle[0];
    }

    /// Waits until all work is done and gives the stream back; a second call does nothing. Possible anywhere.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            device.releaseCurrent(
                    "cuStreamSynchronize", () -> (int) lib.cuStreamSynchronize().invokeExact(handle));
            pool.giveBack(stream);
        }
    }

    @Override
    long handle() {
        checkOpen();
        return handle;
    }

    private long deviceAddress(Buffer buffer, long offset, long bytes) {
        checkOpen();
        Objects.checkFromIndexSize(offset, bytes, buffer.byteSize());
        Location location = buffer.owner().location();
        boolean isHere = location instanceof Location.Device(int ordinal)
                && ordinal == device.info().ordinal();
        if (!isHere) {
            throw new IllegalArgumentException("buffer \"" + buffer.owner().purpose() + "\" lies on " + location
                    + ", not on GPU " + device.info().ordinal());
        }
        return buffer.address() + offset;
    }

    private void checkOpen() {
        if (!open.get()) {
            throw new IllegalStateException("the stream is closed");
        }
    }

    private static String of(long bytes) {
        return " of " + ByteSize.format(bytes);
    }
}
