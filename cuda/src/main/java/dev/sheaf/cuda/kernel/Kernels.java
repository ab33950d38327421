package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.CudaModule;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// The kernels of one device: compiled when they are first asked for, then kept.
///
/// Asking for a kernel that is loaded costs a look-up; one that is in the disk cache some 100 us; a new one tens to
/// hundreds of milliseconds of compiling. Two threads that ask for the same kernel wait for one compilation.
/// Thread-safe.
public final class Kernels {
    /// Kernels that stay loaded; those used longest ago are unloaded once nobody holds them.
    private static final int MAX_LOADED = 512;

    private final Device device;
    private final Nvrtc nvrtc;
    private final CubinCache cubins;
    private final Path failures;
    private final LinkedHashMap<Specialization, CompletableFuture<Kernel>> loaded =
            new LinkedHashMap<>(16, 0.75f, true);

    /// @param failures the folder for sources that do not compile
    public Kernels(Device device, Nvrtc nvrtc, CubinCache cubins, Path failures) {
        this.device = device;
        this.nvrtc = nvrtc;
        this.cubins = cubins;
        this.failures = failures;
    }

    /// With the user's cache folder, or without one if it is not fit.
    public static Kernels of(Device device, Nvrtc nvrtc) {
        Path root = PrivateFolder.cache(System.getenv());
        return new Kernels(device, nvrtc, cache(root.resolve("kernels")), root.resolve("failures"));
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

    /// The kernel of a specialisation.
    ///
    /// @throws CudaException if it does not compile; the message has the compiler's first one and says where
    ///     the rest is
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
        Nvrtc.Program program = KernelProgram.of(specialization, device.info().architecture(), nvrtc.architectures());
        byte[] cubin = cubins.get(KernelProgram.key(program, nvrtc.version()), () -> compile(program));
        return new Kernel(CudaModule.load(device, cubin), specialization.file().function());
    }

    private byte[] compile(Nvrtc.Program program) {
        return switch (nvrtc.compile(program)) {
            case Nvrtc.Outcome.Compiled(byte[] image, String _) -> image;
            case Nvrtc.Outcome.Rejected rejected -> throw CompileFailure.of(program, rejected, failures);
        };
    }
}
