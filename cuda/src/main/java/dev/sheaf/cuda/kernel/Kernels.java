package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.CudaModule;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// The kernels of one device: shipped with Sheaf, or compiled when they are first asked for; then kept.
///
/// Asking for a kernel that is loaded costs a look-up; one that is shipped or in the disk cache some 100 us; a new one
/// tens to hundreds of milliseconds of compiling, for which a query waits ([#kernel]) or not ([#ready]). Two threads
/// that ask for the same kernel wait for one compilation. Thread-safe.
public final class Kernels {
    /// Kernels that stay loaded; those used longest ago are unloaded once nobody holds them.
    private static final int MAX_LOADED = 512;

    /// What the driver says to machine code that it cannot run: of another architecture, or of a newer CUDA.
    private static final Set<String> NOT_FOR_THIS = Set.of(
            "CUDA_ERROR_INVALID_IMAGE",
            "CUDA_ERROR_NO_BINARY_FOR_GPU",
            "CUDA_ERROR_INVALID_PTX",
            "CUDA_ERROR_UNSUPPORTED_PTX_VERSION");

    private final Device device;
    private final Optional<Nvrtc> nvrtc;
    private final ShippedCode shipped;
    private final CubinCache cubins;
    private final Path failures;
    private final LinkedHashMap<Specialization, CompletableFuture<Kernel>> loaded =
            new LinkedHashMap<>(16, 0.75f, true);

    /// Of which all are compiled.
    ///
    /// @param failures the folder for sources that do not compile
    public Kernels(Device device, Nvrtc nvrtc, CubinCache cubins, Path failures) {
        this(device, Optional.of(nvrtc), ShippedCode.NONE, cubins, failures);
    }

    /// @param nvrtc the compiler; without one there are the kernels that are shipped
    /// @param failures the folder for sources that do not compile
    public Kernels(Device device, Optional<Nvrtc> nvrtc, ShippedCode shipped, CubinCache cubins, Path failures) {
        this.device = device;
        this.nvrtc = nvrtc;
        this.shipped = shipped;
        this.cubins = cubins;
        this.failures = failures;
    }

    /// With the user's cache folder, or without one if it is not fit.
    public static Kernels of(Device device, Optional<Nvrtc> nvrtc) {
        Path root = PrivateFolder.cache(System.getenv());
        return new Kernels(
                device, nvrtc, ShippedCode.ofThisBuild(), cache(root.resolve("kernels")), root.resolve("failures"));
    }

    /// Whether there are kernels by which a query can run while others are compiled, or where none can be.
    public boolean areShipped() {
        return !shipped.equals(ShippedCode.NONE);
    }

    private static CubinCache cache(Path folder) {
        try {
            return CubinCache.on(DiskCache.open(folder, DiskCache.DEFAULT_LIMIT_BYTES));
        } catch (IOException failure) {
            System.getLogger("dev.sheaf.cuda")
                    .log(
                            System.Logger.Level.WARNING,
                            "kernels are compiled anew in each process: {0}",
                            failure.getMessage());
            return CubinCache.inMemory();
        }
    }

    /// Whether there is a compiler.
    public boolean canCompile() {
        return nvrtc.isPresent();
    }

    /// The kernel of a specialisation.
    ///
    /// @throws CudaException if it does not compile; the message has the compiler's first one and says where
    ///     the rest is. Or if it is not shipped, and there is no compiler
    public Kernel kernel(Specialization specialization) {
        CompletableFuture<Kernel> mine = new CompletableFuture<>();
        CompletableFuture<Kernel> known = enter(specialization, mine);
        if (known != null) {
            return await(known);
        }
        try {
            Kernel kernel = load(specialization);
            mine.complete(kernel);
            return kernel;
        } catch (RuntimeException | Error failure) {
            leave(specialization);
            mine.completeExceptionally(failure);
            throw failure;
        }
    }

    /// The kernel of a specialisation if nothing has to be compiled for it; else its compilation begins, on another
    /// thread, and the kernel is there some time later. Without a compiler it never is.
    ///
    /// @throws CudaException if a compilation that has begun so has failed; it is told once
    public Optional<Kernel> ready(Specialization specialization) {
        CompletableFuture<Kernel> mine = new CompletableFuture<>();
        CompletableFuture<Kernel> known = enter(specialization, mine);
        if (known != null) {
            return known.isDone() ? Optional.of(told(specialization, known)) : Optional.empty();
        }
        try {
            Optional<Kernel> kernel = loaded(specialization);
            if (kernel.isPresent()) {
                mine.complete(kernel.orElseThrow());
            } else if (nvrtc.isPresent()) {
                compileAhead(specialization, mine);
            } else {
                leave(specialization);
                mine.completeExceptionally(noCompiler(specialization));
            }
            return kernel;
        } catch (RuntimeException | Error failure) {
            leave(specialization);
            mine.completeExceptionally(failure);
            throw failure;
        }
    }

    private Kernel told(Specialization specialization, CompletableFuture<Kernel> known) {
        if (known.isCompletedExceptionally()) {
            leave(specialization);
        }
        return await(known);
    }

    private void compileAhead(Specialization specialization, CompletableFuture<Kernel> kernel) {
        Thread.ofPlatform().name("sheaf-kernels").daemon().start(() -> {
            try {
                kernel.complete(load(specialization));
            } catch (RuntimeException | Error failure) {
                kernel.completeExceptionally(failure);
            }
        });
    }

    /// What another thread has entered before, or null.
    private synchronized @Nullable CompletableFuture<Kernel> enter(
            Specialization specialization, CompletableFuture<Kernel> mine) {
        CompletableFuture<Kernel> known = loaded.putIfAbsent(specialization, mine);
        if (loaded.size() > MAX_LOADED) {
            loaded.pollFirstEntry();
        }
        return known;
    }

    private synchronized void leave(Specialization specialization) {
        loaded.remove(specialization);
    }

    private static Kernel await(CompletableFuture<Kernel> kernel) {
        try {
            return kernel.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    private Kernel load(Specialization specialization) {
        return shipped(specialization).orElseGet(() -> {
            Nvrtc compiler = nvrtc.orElseThrow(() -> noCompiler(specialization));
            Nvrtc.Program program = program(specialization, compiler);
            byte[] cubin = cubins.get(KernelProgram.key(program, compiler.version()), () -> compile(compiler, program));
            return kernel(specialization, cubin);
        });
    }

    /// The kernel, unless it has to be compiled.
    private Optional<Kernel> loaded(Specialization specialization) {
        return shipped(specialization)
                .or(() -> nvrtc.flatMap(compiler -> {
                    Nvrtc.Program program = program(specialization, compiler);
                    return cubins.find(KernelProgram.key(program, compiler.version()))
                            .map(cubin -> kernel(specialization, cubin));
                }));
    }

    private Optional<Kernel> shipped(Specialization specialization) {
        try {
            return shipped.find(specialization).map(image -> kernel(specialization, image));
        } catch (CudaException failure) {
            if (NOT_FOR_THIS.contains(failure.codeName())) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private Kernel kernel(Specialization specialization, byte[] image) {
        return new Kernel(CudaModule.load(device, image), specialization.file().function());
    }

    private Nvrtc.Program program(Specialization specialization, Nvrtc compiler) {
        return KernelProgram.of(specialization, device.info().architecture(), compiler.architectures());
    }

    private static CudaException noCompiler(Specialization specialization) {
        String file = specialization.file().fileName();
        return new CudaException(
                "this query needs a kernel (" + file + ") that has to be compiled, and there is no NVRTC",
                "nvrtcCompileProgram",
                0,
                "none");
    }

    private byte[] compile(Nvrtc compiler, Nvrtc.Program program) {
        return switch (compiler.compile(program)) {
            case Nvrtc.Outcome.Compiled(byte[] image, String _) -> image;
            case Nvrtc.Outcome.Rejected rejected -> throw CompileFailure.of(program, rejected, failures);
        };
    }
}
