package dev.sheaf.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseTimesTest {
    private static final long PAUSE = 2_000_000;

    @Test
    void innerPhaseIsTakenOutOfTheOuter() {
        PhaseTimes times = new PhaseTimes();
        long start = System.nanoTime();
        try (var _ = times.time(Phase.GROUP)) {
            pause();
            try (var _ = times.time(Phase.READ)) {
                pause();
            }
        }
        long elapsed = System.nanoTime() - start;
        assertThat(times.all()).containsOnlyKeys(Phase.READ, Phase.GROUP);
        assertThat(times.nanos(Phase.READ)).isGreaterThanOrEqualTo(PAUSE);
        assertThat(times.nanos(Phase.GROUP)).isGreaterThanOrEqualTo(PAUSE);
        assertThat(times.nanos(Phase.READ) + times.nanos(Phase.GROUP)).isLessThanOrEqualTo(elapsed);
    }

    @Test
    void recordingHoldsAnEventForEachStretchOfWork(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("phases.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.sheaf.Phase").withThreshold(java.time.Duration.ZERO);
            recording.start();
            PhaseTimes times = new PhaseTimes();
            try (var _ = times.time(Phase.GROUP)) {
                try (var _ = times.time(Phase.READ)) {
                    pause();
                }
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).extracting(event -> event.getString("phase")).containsExactlyInAnyOrder("READ", "GROUP");
        assertThat(events).allMatch(event -> event.getDuration().toNanos() >= PAUSE);
    }

    private static void pause() {
        for (long end = System.nanoTime() + PAUSE; System.nanoTime() < end; ) {
            LockSupport.parkNanos(PAUSE);
        }
    }

    @Test
    void timesAreShownInMilliseconds() {
        PhaseTimes times = new PhaseTimes();
        assertThat(times).hasToString("");
        times.time(Phase.READ).close();
        assertThat(times.toString()).matches("read \\d+\\.\\d ms");
    }
}
