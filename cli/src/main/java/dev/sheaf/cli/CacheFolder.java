package dev.sheaf.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Where a user's programs keep files that can be made again.
final class CacheFolder {
    private CacheFolder() {}

    /// `sheaf` in the cache folder of the operating system, or in the temporary folder if there is no home.
    static Path of(Map<String, String> environment) {
        return under(environment, System.getProperty("os.name", "").toLowerCase(Locale.ROOT))
                .resolve("sheaf");
    }

    private static Path under(Map<String, String> environment, String system) {
        String home = environment.getOrDefault("HOME", "");
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        String local = environment.getOrDefault("LOCALAPPDATA", "");
        if (system.startsWith("windows") && !local.isEmpty()) {
            return Path.of(local);
        }
        if (!xdg.isEmpty()) {
            return Path.of(xdg);
        }
        if (home.isEmpty()) {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
        return Path.of(home).resolve(system.startsWith("mac") ? "Library/Caches" : ".cache");
    }
}
