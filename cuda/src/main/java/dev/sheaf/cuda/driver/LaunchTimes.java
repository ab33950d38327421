package dev.sheaf.cuda.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Adds up what the kernels of a stream take, by events around each launch: see [Stream#timeLaunches]. For
/// measurements; each launch costs the host some microseconds more, and a kernel counts from when the device could
/// have begun it. Not thread-safe.
public final class LaunchTimes implements AutoCloseable {
    private final DeviceContext device;
    private final List<String> kernels = new ArrayList<>();
    private final List<Event> starts = new ArrayList<>();
    private final List<Event> ends = new ArrayList<>();

    /// None so far.
    public LaunchTimes(DeviceContext device) {
        this.device = device;
    }

    /// A kernel is about to be launched on the stream that `recording` marks.
    void before(String kernel, Consumer<Event> recording) {
        kernels.add(kernel);
        starts.add(marked(recording));
    }

    /// The kernel has been launched.
    void after(Consumer<Event> recording) {
        ends.add(marked(recording));
    }

    private Event marked(Consumer<Event> recording) {
        Event event = Event.timed(device);
        recording.accept(event);
        return event;
    }

    /// Waits for the launches since the last call and adds up their milliseconds.
    public double takeMillis() {
        return takeByKernel().values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// The same for each kernel, by its name, in the order of first launches.
    public Map<String, Double> takeByKernel() {
        Map<String, Double> millis = new LinkedHashMap<>();
        for (int i = 0; i < ends.size(); i++) {
            ends.get(i).synchronize();
            millis.merge(kernels.get(i), ends.get(i).millisSince(starts.get(i)), Double::sum);
        }
        close();
        return millis;
    }

    @Override
    public void close() {
        starts.forEach(Event::close);
        ends.forEach(Event::close);
        kernels.clear();
        starts.clear();
        ends.clear();
    }
}
