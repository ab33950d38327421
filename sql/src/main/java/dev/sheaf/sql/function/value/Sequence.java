package dev.sheaf.sql.function.value;

import java.util.OptionalLong;

/// Numbers by steps, each given once. Thread-safe.
public final class Sequence {
    private final String name;
    private final long increment;
    private final long least;
    private final long most;
    private final boolean cycles;
    private OptionalLong next;
    private OptionalLong last = OptionalLong.empty();

    /// Numbers from `start` on, up to `most` or, by negative steps, down to `least`; from the other end again if it
    /// `cycles`.
    ///
    /// @throws IllegalArgumentException if steps are 0, or the start lies outside
    public Sequence(String name, long start, long increment, long least, long most, boolean cycles) {
        if (increment == 0 || start < least || start > most) {
            throw new IllegalArgumentException("a sequence starts between its least and greatest value, " + least
                    + " and " + most + ", and goes by steps other than 0");
        }
        this.name = name;
        this.increment = increment;
        this.least = least;
        this.most = most;
        this.cycles = cycles;
        this.next = OptionalLong.of(start);
    }

    /// The next number.
    ///
    /// @throws IllegalArgumentException if there is none
    public synchronized long next() {
        long value = next.orElseThrow(() -> new IllegalArgumentException("the sequence \"" + name + "\" has ended at "
                + (increment > 0 ? most : least) + "; CYCLE begins anew"));
        long after = value + increment;
        boolean ends = increment > 0 ? after > most || after < value : after < least || after > value;
        next = !ends
                ? OptionalLong.of(after)
                : cycles ? OptionalLong.of(increment > 0 ? least : most) : OptionalLong.empty();
        last = OptionalLong.of(value);
        return value;
    }

    /// The number that was given last.
    ///
    /// @throws IllegalArgumentException if none was given yet
    public synchronized long current() {
        return last.orElseThrow(
                () -> new IllegalArgumentException("no number of the sequence \"" + name + "\" was taken yet"));
    }
}
