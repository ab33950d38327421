package dev.sheaf.query;

/// Where a query may run.
public enum BackendPreference {
    /// Where the cost model expects it to finish first.
    AUTO,
    /// On the CPU.
    CPU,
    /// On an NVIDIA GPU; what the GPU does not support runs on the CPU, and `explain` says so.
    CUDA
}
