package dev.sheaf.groupby.cuda.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What kernels of a scan are compiled for: all but ranges and places. Equal signatures share kernels. Its hash is
/// found once, since every kernel of a query is looked up by it.
final class ScanSignature {
    private final List<Object> parts;
    private final int hash;

    ScanSignature(List<Object> parts) {
        this.parts = parts;
        this.hash = parts.hashCode();
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
