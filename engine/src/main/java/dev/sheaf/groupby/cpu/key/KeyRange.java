package dev.sheaf.groupby.cpu.key;

import dev.sheaf.query.ColumnStats;
import java.time.LocalDate;
import java.util.Optional;

/// The range that a key column is said to have, as the longs that its [KeyStream] takes.
public record KeyRange(long least, long greatest) {

    /// The range that statistics of a column tell, if they do.
    public static Optional<KeyRange> of(ColumnStats stats) {
        Optional<Long> least = stats.min().flatMap(KeyRange::whole);
        Optional<Long> greatest = stats.max().flatMap(KeyRange::whole);
        return least.isPresent() && greatest.isPresent() && least.get() <= greatest.get()
                ? Optional.of(new KeyRange(least.get(), greatest.get()))
                : Optional.empty();
    }

    private static Optional<Long> whole(Object value) {
        return switch (value) {
            case Byte number -> Optional.of(number.longValue());
            case Short number -> Optional.of(number.longValue());
            case Integer number -> Optional.of(number.longValue());
            case Long number -> Optional.of(number);
            case LocalDate date -> Optional.of(date.toEpochDay());
            default -> Optional.empty();
        };
    }
}
