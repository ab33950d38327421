package dev.sheaf.cuda.driver;

import dev.sheaf.cuda.CudaException;

/// Compiled kernels, loaded on a device.
///
/// Modules are shared by queries that come and go, so none of them can close one: a module is unloaded when
/// neither it nor a function of it is reachable. Whoever launches keeps the function until the stream is
/// synchronised.
public final class CudaModule {
    private final DeviceContext device;
    private final LoadedModule module;

    private CudaModule(DeviceContext device, LoadedModule module) {
        this.device = device;
        this.module = module;
    }

    /// Loads a cubin, or PTX that the driver then compiles. Cost: some 100 us for a cubin.
    ///
    /// @throws CudaException if the image is not for this device
    public static CudaModule load(DeviceContext device, byte[] image) {
        return new CudaModule(device, device.call(() -> LoadedModule.load(device, image)));
    }

    /// The kernel of a name, as `extern "C"` gives it.
    ///
    /// @throws CudaException if there is none
    public CudaFunction function(String name) {
        return device.call(() -> CudaFunction.of(device, module, name));
    }
}
