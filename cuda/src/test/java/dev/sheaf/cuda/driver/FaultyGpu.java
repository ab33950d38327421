package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;

/// The GPU of this machine and its compiler, real ones, calls of which can be made to fail.
public final class FaultyGpu extends Faults implements AutoCloseable {
    /// Makes a function that every kernel with a table calls one that does not exist.
    private static final String BREAKING = "--define-macro=atomicAdd=there_is_no_such_function";

    private final Driver driver;
    private final Nvrtc nvrtc;
    private volatile boolean breaksKernels;

    private FaultyGpu(Path cuda, Path compiler) {
        this.driver = Driver.start(around(LibCuda.class, LibCuda.load(cuda)));
        this.nvrtc = new Nvrtc(compiler, () -> breakable(LibNvrtc.load(compiler)));
    }

    /// Another instance of the driver and the compiler that this process uses.
    public static FaultyGpu start() {
        Installation.Usable usable = (Installation.Usable) Installation.ofThisProcess();
        Path cuda = LibrarySearch.ofThisProcess().named("libcuda.so.1").getFirst();
        return new FaultyGpu(cuda, usable.nvrtc().library());
    }

    /// The first device.
    public Device device() {
        return driver.device(0);
    }

    /// The compiler.
    public Nvrtc nvrtc() {
        return nvrtc;
    }

    /// From now on kernels that use atomics do not compile, or do again.
    public void breakKernels(boolean broken) {
        breaksKernels = broken;
    }

    private LibNvrtc breakable(LibNvrtc real) {
        try {
            MethodHandle compile = MethodHandles.lookup()
                    .bind(
                            this,
                            "compile",
                            MethodType.methodType(
                                    int.class, MethodHandle.class, long.class, int.class, MemorySegment.class))
                    .bindTo(real.nvrtcCompileProgram());
            return new LibNvrtc(
                    real.nvrtcGetErrorString(),
                    real.nvrtcVersion(),
                    real.nvrtcGetNumSupportedArchs(),
                    real.nvrtcGetSupportedArchs(),
                    real.nvrtcCreateProgram(),
                    real.nvrtcDestroyProgram(),
                    compile,
                    real.nvrtcGetProgramLogSize(),
                    real.nvrtcGetProgramLog(),
                    real.nvrtcGetCUBINSize(),
                    real.nvrtcGetCUBIN(),
                    real.nvrtcGetPTXSize(),
                    real.nvrtcGetPTX());
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    int compile(MethodHandle real, long program, int count, MemorySegment options) {
        return NativeCall.code(() -> {
            if (!breaksKernels) {
                return (int) real.invokeExact(program, count, options);
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment more = arena.allocate(ADDRESS, count + 1L);
                MemorySegment.copy(options, 0, more, 0, count * ADDRESS.byteSize());
                more.setAtIndex(ADDRESS, count, arena.allocateFrom(BREAKING));
                return (int) real.invokeExact(program, count + 1, more);
            }
        });
    }

    @Override
    public void close() {
        driver.close();
    }
}
