package dev.sheaf.cuda.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Adds up what the kernels of a stream take, by events around each launch: see [Stream#timeLaunches]. For
/// measurements; each launch costs the host some microseconds more, and a kernel counts from when the device could
/// have begun it. Not thread-safe.
public final class LaunchTimes implements AutoCloseable {
    private final DeviceContext device;
    private final List<Event> starts = new ArrayList<>();
    private final List<Event> ends = new ArrayList<>();

    /// None so far.
    public LaunchTimes(DeviceContext device) {
        this.device = device;
    }

    /// A kernel is about to be launched on the stream that `recording` marks.
    void before(Consumer<Event> recording) {
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

    /// How many kernels were launched since the last call of [#takeMillis].
    public int launches() {
        return ends.size();
    }

    /// Waits for the launches since the last call and adds up their milliseconds.
    public double takeMillis() {
        double millis = 0;
        for (int i = 0; i < ends.size(); i++) {
            ends.get(i).synchronize();
            millis += ends.get(i).millisSince(starts.get(i));
        }
        close();
        return millis;
    }

    @Override
    public void close() {
        starts.forEach(Event::close);
        ends.forEach(Event::close);
        starts.clear();
        ends.clear();
    }
}
