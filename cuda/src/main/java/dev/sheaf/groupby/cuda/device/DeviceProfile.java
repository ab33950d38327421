package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.DeviceInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/// What a device does in a second, for estimates: measured on it once and kept in a file, or from a table.
///
/// @param linkBytes bytes a second from pinned memory
/// @param stagedBytes bytes a second that one thread writes to pinned memory
/// @param memoryBytes bytes a second that kernels read
/// @param waitSeconds a launch and the wait for it
/// @param source where the figures are from
public record DeviceProfile(
        double linkBytes, double stagedBytes, double memoryBytes, double waitSeconds, String source) {
    /// benchmarks/results/nvidia-h200/device-1.json to -3.json and strides-2.json.
    private static final DeviceProfile H200 = new DeviceProfile(55e9, 5.1e9, 3.4e12, 9e-6, "known of the NVIDIA H200");

    /// A card of ten years ago on a link of its time: where nothing was measured, the GPU has to win clearly.
    public static final DeviceProfile CAUTIOUS = new DeviceProfile(11e9, 3e9, 0.25e12, 30e-6, "cautious");

    /// What is known of a kind of device without measuring.
    public static DeviceProfile known(DeviceInfo device) {
        return device.name().contains("H200") ? H200 : CAUTIOUS;
    }

    /// The figures in words.
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%s: %.1f GB/s from pinned memory, %.1f a thread to it, %.0f in its memory, %.0f us to wait",
                source,
                linkBytes / 1e9,
                stagedBytes / 1e9,
                memoryBytes / 1e9,
                waitSeconds * 1e6);
    }

    /// The file in which the profile of a device is kept.
    public static Path file(Path folder, DeviceInfo device) {
        return folder.resolve(device.uuid() + ".properties");
    }

    /// What was written to a file; nothing if there is none that is whole.
    public static Optional<DeviceProfile> read(Path file) {
        Properties values = new Properties();
        try (var in = Files.newInputStream(file)) {
            values.load(in);
            return Optional.of(new DeviceProfile(
                    rate(values, "link.bytes"),
                    rate(values, "staged.bytes"),
                    rate(values, "memory.bytes"),
                    rate(values, "wait.seconds"),
                    "measured on this device"));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static double rate(Properties values, String name) {
        double value = Double.parseDouble(values.getProperty(name, "missing"));
        if (!(value > 0 && value < Double.MAX_VALUE)) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return value;
    }

    /// Writes the profile beside its place and moves it there.
    ///
    /// @throws UncheckedIOException if that is not possible
    public void write(Path file) {
        Properties values = new Properties();
        values.setProperty("link.bytes", String.valueOf(linkBytes));
        values.setProperty("staged.bytes", String.valueOf(stagedBytes));
        values.setProperty("memory.bytes", String.valueOf(memoryBytes));
        values.setProperty("wait.seconds", String.valueOf(waitSeconds));
        Path folder = java.util.Objects.requireNonNull(file.getParent());
        try {
            Path unfinished = Files.createTempFile(folder, "profile", ".tmp");
            try (var out = Files.newOutputStream(unfinished)) {
                values.store(out, "bytes a second, and the seconds of a launch and its wait");
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
