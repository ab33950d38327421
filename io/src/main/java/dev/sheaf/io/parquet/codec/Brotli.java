package dev.sheaf.io.parquet.codec;

import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;

/// Brotli's decoder in Java, org.brotli:dec, which programs add that read such files.
final class Brotli {
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

    /// How many bytes compressed ones become, counted up to the first beyond `most`.
    ///
    /// @throws IOException as [#open(InputStream)]
    static long length(InputStream compressed, long most) throws IOException {
        byte[] piece = new byte[1 << 14];
        long length = 0;
        try (InputStream input = open(compressed)) {
            int read;
            while (length <= most && (read = input.read(piece)) > 0) {
                length += read;
            }
        }
        return length;
    }
}
