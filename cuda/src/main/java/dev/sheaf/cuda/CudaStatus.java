package dev.sheaf.cuda;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Whether GPUs can be used in this process; a value, not an exception.
public sealed interface CudaStatus {

    /// They can: at least one device, the newest version of CUDA that the driver knows (`13.0`), and the NVRTC
    /// library that kernels are compiled with. Without it, there are the kernels that Sheaf comes with, which
    /// group plain columns.
    record Available(List<DeviceInfo> devices, String driverVersion, Optional<Path> compiler) implements CudaStatus {
        public Available {
            devices = List.copyOf(devices);
        }
    }

    /// They cannot; `reason` says why and what to do (`libcuda.so.1 not found; install an NVIDIA driver`).
    record Unavailable(String reason) implements CudaStatus {}
}
