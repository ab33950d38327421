package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.Location;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The primary context of one GPU, and calls of the driver inside it.
///
/// The driver keeps a current context per platform thread. [#call] makes this one current around some work and
/// restores the thread's own afterwards; everything that [Stream], [Event], [CudaModule] and the memories do has to
/// happen inside one. A query makes one such call around all that it does. Thread-safe.
///
/// After an error that the driver cannot recover from the device is lost to this process: further calls fail with
/// the first error, and what is closed gives back its accounting without touching the driver.
public abstract class DeviceContext {
    private static final System.Logger LOGGER = System.getLogger("dev.sheaf.cuda");
    private static final ThreadLocal<@Nullable DeviceContext> CURRENT = new ThreadLocal<>();

    private final LibCuda lib;
    private final DriverErrors errors;
    private final DeviceInfo info;
    private final int device;
    private final long context;
    private final Location location;
    private volatile @Nullable CudaException lost;

    DeviceContext(LibCuda lib, DeviceInfo info, int device, long context) {
        this.lib = lib;
        this.errors = new DriverErrors(lib);
        this.info = info;
        this.device = device;
        this.context = context;
        this.location = new Location.Device(info.ordinal());
    }

    /// What the device is and has.
    public DeviceInfo info() {
        return info;
    }

    /// The memory of this device.
    Location location() {
        return location;
    }

    /// The error after which the device could not be used any more, if there was one.
    public Optional<CudaException> lost() {
        return Optional.ofNullable(lost);
    }

    /// Runs `work` with this context current, on this thread or, if that is a virtual one, on a platform
    /// thread while this one waits.
    ///
    /// @throws CudaException if the device is lost
    @SuppressWarnings("ReferenceEquality") // a thread has this context or another
    public <T> T call(Supplier<T> work) {
        if (CURRENT.get() == this) {
            return work.get();
        }
        if (Thread.currentThread().isVirtual()) {
            return HandOff.call(() -> callHere(work));
        }
        return callHere(work);
    }

    /// As [#call].
    public void run(Runnable work) {
        call(() -> {
            work.run();
            return this;
        });
    }

    private <T> T callHere(Supplier<T> work) {
        DeviceContext outer = CURRENT.get();
        check("cuCtxPushCurrent", () -> (int) lib.cuCtxPushCurrent().invokeExact(context));
        CURRENT.set(this);
        try {
            return work.get();
        } finally {
            restore(outer);
            popContext();
        }
    }

    private static void restore(@Nullable DeviceContext outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    private void popContext() {
        MemorySegment out = Scratch.words();
        release("cuCtxPopCurrent", () -> (int) lib.cuCtxPopCurrent().invokeExact(out));
    }

    /// Bytes of device memory that are free now, whoever uses the rest.
    public long freeBytes() {
        return call(() -> {
            MemorySegment free = Scratch.words();
            MemorySegment total = free.asSlice(Long.BYTES);
            check("cuMemGetInfo", () -> (int) lib.cuMemGetInfo().invokeExact(free, total));
            return free.get(JAVA_LONG, 0);
        });
    }

    /// Gives the primary context back to the driver.
    void releasePrimary() {
        release("cuDevicePrimaryCtxRelease", () ->
                (int) lib.cuDevicePrimaryCtxRelease().invokeExact(device));
    }

    LibCuda lib() {
        return lib;
    }

    /// Runs a call of the driver.
    ///
    /// @throws CudaException if it returns an error, or the device is lost
    void check(String call, NativeCall body) {
        check(call, "", body);
    }

    /// As [#check(String, NativeCall)]; `what` says what the call was about: ` of 12.4 GiB`.
    void check(String call, String what, NativeCall body) {
        check(call, () -> what, body);
    }

    /// As [#check(String, String, NativeCall)], for calls so frequent that the text is made only if it is needed.
    void check(String call, Supplier<String> what, NativeCall body) {
        CudaException earlier = lost;
        if (earlier != null) {
            throw new CudaException(
                    call + what.get() + " is not possible any more on " + name() + ", which was lost earlier: "
                            + earlier.getMessage(),
                    call,
                    earlier.code(),
                    earlier.codeName());
        }
        int code = NativeCall.code(body);
        if (code != 0) {
            throw failure(call, what.get(), code);
        }
    }

    /// Runs a call that gives something back. It never throws, since accounting depends on what comes after it:
    /// on a lost device there is nothing to give back, any other error is logged.
    void release(String call, NativeCall body) {
        if (lost != null) {
            return;
        }
        int code = NativeCall.code(body);
        if (code != 0) {
            CudaException failure = failure(call, "", code);
            if (!failure.isDeviceLost()) {
                LOGGER.log(System.Logger.Level.WARNING, failure.getMessage());
            }
        }
    }

    /// As [#release], for callers outside [#call].
    void releaseCurrent(String call, NativeCall body) {
        try {
            run(() -> release(call, body));
        } catch (CudaException failure) {
            if (!failure.isDeviceLost()) {
                LOGGER.log(System.Logger.Level.WARNING, failure.getMessage());
            }
        }
    }

    private CudaException failure(String call, String what, int code) {
        String name = errors.name(code);
        String text = call + what + " failed: " + errors.describe(code) + ", on " + name();
        CudaException failure = new CudaException(text + ".", call, code, name);
        if (failure.isOutOfMemory()) {
            return new CudaException(
                    text + freeMemory() + ". Set a lower memory limit, or use the CPU.", call, code, name);
        }
        if (failure.isDeviceLost()) {
            failure = new CudaException(
                    text + ". A kernel or copy before this call may be the cause. This process cannot use the device"
                            + " any more; what follows runs on the CPU.",
                    call,
                    code,
                    name);
            lost = failure;
        }
        return failure;
    }

    private String name() {
        return "GPU " + info.ordinal() + " (" + info.name() + ")";
    }

    /// `, 3.1 of 139.8 GiB free`, or nothing if the driver does not say.
    private String freeMemory() {
        MemorySegment free = Scratch.words();
        MemorySegment total = free.asSlice(Long.BYTES);
        int code = NativeCall.code(() -> (int) lib.cuMemGetInfo().invokeExact(free, total));
        return code != 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %s of %s free",
                        ByteSize.format(free.get(JAVA_LONG, 0)),
                        ByteSize.format(total.get(JAVA_LONG, 0)));
    }
}
