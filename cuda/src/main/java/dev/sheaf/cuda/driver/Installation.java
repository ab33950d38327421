package dev.sheaf.cuda.driver;

import dev.sheaf.cuda.CudaException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What of CUDA this process can use.
public sealed interface Installation {

    /// A driver with at least one device, and the compiler if there is one: without it, the kernels that Sheaf comes
    /// with are all there are.
    record Usable(Driver driver, Optional<Nvrtc> compiler) implements Installation {
        public Usable(Driver driver, Nvrtc nvrtc) {
            this(driver, Optional.of(nvrtc));
        }

        /// The compiler, for those that cannot do without it.
        ///
        /// @throws IllegalStateException if there is none
        public Nvrtc nvrtc() {
            return compiler.orElseThrow(() -> new IllegalStateException("there is no NVRTC"));
        }
    }

    /// Nothing, for a reason.
    record Absent(String reason) implements Installation {}

    /// What was found when this was first asked. Never throws.
    static Installation ofThisProcess() {
        return Known.INSTALLATION;
    }

    /// Looks for the libraries and starts the driver.
    static Installation find(LibrarySearch search) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return new Absent("the CUDA backend runs on Linux, and this is " + System.getProperty("os.name"));
        }
        List<Path> libraries = search.named("libcuda.so.1");
        if (libraries.isEmpty()) {
            return new Absent("libcuda.so.1 not found; install an NVIDIA driver, version 525 or newer");
        }
        Module module = Installation.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            return new Absent("there is an NVIDIA driver, but this process may not call it; start Java with"
                    + " --enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        return start(libraries.getFirst(), search);
    }

    private static Installation start(Path library, LibrarySearch search) {
        try {
            return with(Driver.start(LibCuda.load(library)), search, RedistNvrtc.ofClassPath(search.environment()));
        } catch (IllegalArgumentException notLoadable) {
            return new Absent(library + " cannot be used: " + notLoadable.getMessage()
                    + "; install an NVIDIA driver, version 525 or newer");
        } catch (CudaException failure) {
            return new Absent("the NVIDIA driver finds no GPU that it can use: " + failure.getMessage());
        }
    }

    /// What can be used with a driver that runs.
    static Installation with(Driver driver, LibrarySearch search, RedistNvrtc redist) {
        if (driver.devices().isEmpty()) {
            return new Absent("the NVIDIA driver shows no GPU to this process; see CUDA_VISIBLE_DEVICES");
        }
        return switch (new NvrtcSearch(search, driver.majorVersion(), redist).find()) {
            case NvrtcSearch.Result.Found(Path nvrtc) -> new Usable(driver, Nvrtc.at(nvrtc));
            case NvrtcSearch.Result.Missing(String reason) -> {
                System.getLogger("dev.sheaf.cuda").log(System.Logger.Level.DEBUG, reason);
                yield new Usable(driver, Optional.empty());
            }
        };
    }

    /// Found once.
    final class Known {
        private static final Installation INSTALLATION = find(LibrarySearch.ofThisProcess());

        private Known() {}
    }
}
