package dev.sheaf.io.parquet.codec;

import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;

/// Brotli's decoder in Java, org.brotli:dec, which programs add that read such files.
final class Brotli {
    /// A meta-block of three bytes gives 2^24 at most.
    static final long RATIO = (1 << 24) / 3;

    /// Whether the library is on the class path.
    static final boolean IS_THERE = isThere();

    private Brotli() {}

    private static boolean isThere() {
        try {
            Class<?> _ = Class.forName("org.brotli.dec.BrotliInputStream");
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /// What compressed bytes become.
    ///
    /// @throws IOException if they are none, also while they are read
    static InputStream open(InputStream compressed) throws IOException {
        return new BrotliInputStream(compressed);
    }
}
