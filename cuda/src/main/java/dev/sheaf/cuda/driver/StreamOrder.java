package dev.sheaf.cuda.driver;

/// The order in which a [Stream] does its work, for [DeviceMemory]: memory is handed out and freed in the order of a
/// stream. Call inside [DeviceContext#call].
public abstract class StreamOrder {
    /// The `CUstream`.
    abstract long handle();

    /// Waits until all work is done.
    ///
    /// @throws dev.sheaf.cuda.CudaException if some of it failed
    public abstract void synchronize();
}
