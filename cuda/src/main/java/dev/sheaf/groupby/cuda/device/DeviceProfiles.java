package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.file.PrivateFolder;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The profiles of the devices of this process. Looking one up costs a file at most, and no work on the device.
public final class DeviceProfiles {
    private final Path folder;
    private final Map<String, DeviceProfile> known = new ConcurrentHashMap<>();

    /// Profiles kept in a folder.
    public DeviceProfiles(Path folder) {
        this.folder = folder;
    }

    private static final class Shared {
        static final DeviceProfiles PROFILES =
                new DeviceProfiles(PrivateFolder.cache(System.getenv()).resolve("devices"));
    }

    public static DeviceProfiles ofThisProcess() {
        return Shared.PROFILES;
    }

    /// The profile of a device: as measured, now or by an earlier process, or what is known of its kind.
    public DeviceProfile of(DeviceInfo device) {
        return known.computeIfAbsent(
                device.uuid(),
                _ -> DeviceProfile.read(DeviceProfile.file(folder, device))
                        .orElseGet(() -> DeviceProfile.known(device)));
    }

    /// Measures a device unless that was done before, and keeps the figures. It takes some tens of milliseconds.
    /// A failure does not reach queries.
    public void measureOnce(Device device) {
        if (DeviceProfile.read(DeviceProfile.file(folder, device.info())).isPresent()) {
            return;
        }
        try {
            measure(device);
        } catch (IOException | RuntimeException failure) {
            System.getLogger("dev.sheaf.cuda")
                    .log(System.Logger.Level.DEBUG, "a GPU was not measured: {0}", failure.getMessage());
        }
    }

    /// Measures a device and keeps the figures in place of those that are there.
    ///
    /// @throws IOException if they cannot be kept
    public DeviceProfile measure(Device device) throws IOException {
        try (MemoryPool pool = MemoryPool.create()) {
            DeviceProfile measured = Calibration.measure(device, pool);
            known.put(device.info().uuid(), measured);
            PrivateFolder.open(folder);
            measured.write(DeviceProfile.file(folder, device.info()));
            return measured;
        }
    }
}
