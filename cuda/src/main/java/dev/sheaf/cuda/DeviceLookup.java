package dev.sheaf.cuda;

/// Looks for GPUs; found by [java.util.ServiceLoader] on behalf of [Devices].
public interface DeviceLookup {

    /// What can be used in this process; never throws.
    CudaStatus status();
}
