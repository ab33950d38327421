package dev.sheaf.cuda.gpu;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.Nvrtc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Figures of a run on a GPU: printed as they come, and kept as JSON with the machine, versions and commit.
public final class Results {
    private final Map<String, String> header = new LinkedHashMap<>();
    private final List<String> rows = new ArrayList<>();

    /// Results of this process on a device.
    public Results(String benchmark, Driver driver, DeviceInfo device, Nvrtc nvrtc) {
        header.put("benchmark", benchmark);
        header.put("gpu", device.describe());
        header.put("driver", driverVersion());
        header.put("cuda", driver.version());
        header.put("nvrtc", nvrtc.version());
        header.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        header.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
        header.put("commit", System.getProperty("sheaf.commit", "unknown"));
        header.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /// Adds a figure: the median of the samples with the least and the greatest, and what goes with it (a rate,
    /// say).
    public void add(String name, String unit, double[] samples, String... extras) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        String range = sorted.length == 1
                ? ""
                : ", \"least\": " + number(sorted[0]) + ", \"greatest\": " + number(sorted[sorted.length - 1])
                        + ", \"samples\": " + sorted.length;
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < extras.length; i += 2) {
            more.append(", ").append(quoted(extras[i])).append(": ").append(extras[i + 1]);
        }
        rows.add("{\"name\": " + quoted(name) + ", \"unit\": " + quoted(unit) + ", \"median\": " + number(median)
                + range + more + "}");
        System.out.println(name + "  " + number(median) + " " + unit + range.replace("\"", "")
                + more.toString().replace("\"", ""));
    }

    /// A number as JSON and people read it.
    public static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.3f" : "%.1f", value);
    }

    /// Writes everything to a file.
    public void write(Path file) throws IOException {
        StringBuilder json = new StringBuilder("{\n");
        header.forEach((key, value) -> json.append("  ")
                .append(quoted(key))
                .append(": ")
                .append(quoted(value))
                .append(",\n"));
        json.append("  \"results\": [\n    ")
                .append(String.join(",\n    ", rows))
                .append("\n  ]\n}\n");
        Files.writeString(file, json);
    }

    private static String driverVersion() {
        try {
            return Files.readAllLines(Path.of("/proc/driver/nvidia/version"))
                    .getFirst()
                    .replaceAll("\\s+", " ");
        } catch (IOException _) {
            return "unknown";
        }
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
