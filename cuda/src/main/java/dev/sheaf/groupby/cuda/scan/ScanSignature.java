package dev.sheaf.groupby.cuda.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What kernels of a scan are compiled for: all but ranges and places. Equal signatures share kernels.
final class ScanSignature {
    private final List<Object> parts;
    private final int hash;

    /// @param hash of what tells most signatures apart: that of all parts takes longer than to compare them
    ScanSignature(List<Object> parts, int hash) {
        this.parts = parts;
        this.hash = hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ScanSignature that && hash == that.hash && parts.equals(that.parts));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
