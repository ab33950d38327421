package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The CUDA driver, started: its version and its devices.
///
/// Thread-safe. One instance serves the process; its devices stay open until [#close()], which only tests need.
public final class Driver implements AutoCloseable {
    private final LibCuda lib;
    private final int version;
    private final List<DeviceInfo> infos;
    private final List<Device> open = new ArrayList<>();

    private Driver(LibCuda lib, int version, List<DeviceInfo> infos) {
        this.lib = lib;
        this.version = version;
        this.infos = infos;
    }

    /// Starts a driver that is loaded.
    ///
    /// @throws CudaException if the driver does not start, as on a machine without a GPU
    static Driver start(LibCuda lib) {
        DriverErrors errors = new DriverErrors(lib);
        errors.check("cuInit", () -> (int) lib.cuInit().invokeExact(0));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(JAVA_INT);
            errors.check(
                    "cuDriverGetVersion", () -> (int) lib.cuDriverGetVersion().invokeExact(version));
            return new Driver(lib, version.get(JAVA_INT, 0), new DeviceQuery(lib, errors).all());
        }
    }

    /// The major number of the newest CUDA version that the driver supports. It loads machine code made by that
    /// version's tools and older ones.
    public int majorVersion() {
        return version / 1000;
    }

    /// The newest CUDA version that the driver supports: `13.0`.
    public String version() {
        return majorVersion() + "." + version % 1000 / 10;
    }

    /// The devices that the driver shows to this process, by ordinal.
    public List<DeviceInfo> devices() {
        return infos;
    }

    /// The device of an ordinal, opened when it is first asked for.
    ///
    /// @throws IllegalArgumentException if there is no such device
    /// @throws CudaException if the device cannot be opened
    public synchronized Device device(int ordinal) {
        if (ordinal < 0 || ordinal >= infos.size()) {
            throw new IllegalArgumentException(
                    "there is no GPU " + ordinal + "; this process sees " + infos.size() + ", counted from 0");
        }
        Optional<Device> known = open.stream()
                .filter(device -> device.info().ordinal() == ordinal)
                .findFirst();
        return known.orElseGet(() -> {
            Device device = Device.open(lib, infos.get(ordinal));
            open.add(device);
            return device;
        });
    }

    /// Why an open device cannot be used any more, if one cannot.
    public synchronized Optional<CudaException> lostDevice() {
        return open.stream().flatMap(device -> device.lost().stream()).findFirst();
    }

    /// Closes the devices. Nothing of theirs may be in use.
    @Override
    public synchronized void close() {
        open.forEach(Device::close);
        open.clear();
    }
}
