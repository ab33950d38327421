package dev.sheaf.resident;

/// The values of a column in the memory of a device whose address was handed out, for code outside of Sheaf that
/// reads or writes them.
///
/// Until this is closed, the bytes stay where they are, also when the table is closed, and tables that would share
/// them get a copy, since nobody sees when the holder of the address writes. Never closed, it exposes them for good.
public final class ExposedArray implements AutoCloseable {
    private final CudaArray array;
    private final Runnable end;

    /// @param end ends the exposure; may be called more than once
    public ExposedArray(CudaArray array, Runnable end) {
        this.array = array;
        this.end = end;
    }

    /// Address, type and shape of the values. They are there, so no stream is named.
    public CudaArray array() {
        return array;
    }

    /// Ends the exposure: the address is not used any more.
    @Override
    public void close() {
        end.run();
    }
}
