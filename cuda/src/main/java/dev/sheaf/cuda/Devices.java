package dev.sheaf.cuda;

import java.util.ServiceLoader;

/// The NVIDIA GPUs of this machine.
///
/// ```java
/// switch (Devices.status()) {
///     case CudaStatus.Available(var devices, var driver, var compiler) -> devices.forEach(...);
///     case CudaStatus.Unavailable(String reason) -> ...
/// }
/// ```
public final class Devices {
    private Devices() {}

    /// What can be used in this process, or why nothing can.
    ///
    /// Never throws and, without a GPU, loads no native code. Cost: the first call starts the driver, which takes
    /// some 100 ms; later ones return what it found.
    public static CudaStatus status() {
        return ServiceLoader.load(DeviceLookup.class, DeviceLookup.class.getClassLoader())
                .findFirst()
                .map(DeviceLookup::status)
                .orElseGet(() -> new CudaStatus.Unavailable("this build of Sheaf has no CUDA driver binding"));
    }
}
