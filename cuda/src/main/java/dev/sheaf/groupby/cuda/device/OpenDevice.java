package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.kernel.Kernels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A device that queries run on, and the kernels compiled for it. Kernels stay from query to query.
public record OpenDevice(Device device, Kernels kernels, KernelStore store) {
    private static final Map<Integer, OpenDevice> OPEN = new ConcurrentHashMap<>();

    /// A device whose kernels are also kept by purpose.
    public OpenDevice(Device device, Kernels kernels) {
        this(device, kernels, new KernelStore(kernels));
    }

    /// The device of an ordinal of this process, opened when it is first asked for.
    ///
    /// @throws IllegalArgumentException if there is no such device
    /// @throws IllegalStateException if this process can use none
    public static OpenDevice ofThisProcess(int ordinal) {
        return switch (Installation.ofThisProcess()) {
            case Installation.Usable usable -> OPEN.computeIfAbsent(ordinal, number -> open(usable, number));
            case Installation.Absent(String reason) -> throw new IllegalStateException(reason);
        };
    }

    private static OpenDevice open(Installation.Usable usable, int ordinal) {
        usable.compiler().ifPresent(Nvrtc::loadAhead); // the first query waits for it else
        Device device = usable.driver().device(ordinal);
        DeviceProfiles.ofThisProcess().measureOnce(device);
        return new OpenDevice(device, Kernels.of(device, usable.compiler()));
    }
}
