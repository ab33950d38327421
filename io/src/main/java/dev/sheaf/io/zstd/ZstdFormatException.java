package dev.sheaf.io.zstd;

/// Thrown when bytes are not what the Zstandard format allows, or need what is not supported.
public final class ZstdFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ZstdFormatException(String problem) {
        super(problem);
    }

    /// @throws ZstdFormatException with this problem unless the condition holds
    static void check(boolean holds, String problem) {
        if (!holds) {
            throw new ZstdFormatException(problem);
        }
    }
}
