package dev.sheaf.io.remote.http;

import java.time.Duration;

/// How often something is tried, how long the first pause is (each further one is twice as long), and how long a
/// server may say nothing.
public record Patience(int attempts, Duration firstPause, Duration silence) {
    /// Three seconds of failures, or half a minute of silence at each.
    public static final Patience USUAL = new Patience(6, Duration.ofMillis(100), Duration.ofSeconds(30));

    private static final long LONGEST_PAUSE_MILLIS = 20_000;

    /// How long to wait before attempt number `attempt` (from 1), if the server asks for `asked` seconds.
    Duration pause(int attempt, long asked) {
        long doubled = firstPause.toMillis() << (attempt - 1);
        return Duration.ofMillis(Math.clamp(Math.max(doubled, asked * 1000), 0, LONGEST_PAUSE_MILLIS));
    }
}
