package dev.sheaf.groupby;

/// Whether a [Backend] can be used in this process; a value, not an exception.
public sealed interface BackendStatus {

    /// It can; `description` says on what (`2 threads`, `NVIDIA H200, 139.8 GiB`).
    record Available(String description) implements BackendStatus {}

    /// It cannot; `reason` says why and what to do (`libcuda.so.1 not found; install an NVIDIA driver`).
    record Unavailable(String reason) implements BackendStatus {}
}
