package dev.sheaf.cuda.driver;

import java.nio.file.Path;
import java.util.Optional;

/// The NVRTC of this machine, if there is one. It needs no GPU, so it is looked for as if there were a driver that
/// follows any version.
public final class RealNvrtc {
    private static final int ANY_MAJOR = 20;

    private RealNvrtc() {}

    /// The compiler, not loaded yet.
    public static Optional<Nvrtc> find() {
        LibrarySearch search = LibrarySearch.ofThisProcess();
        RedistNvrtc redist = RedistNvrtc.ofClassPath(search.environment());
        return switch (new NvrtcSearch(search, ANY_MAJOR, redist).find()) {
            case NvrtcSearch.Result.Found(Path library) -> Optional.of(Nvrtc.at(library));
            case NvrtcSearch.Result.Missing(String _) -> Optional.empty();
        };
    }
}
