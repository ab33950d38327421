package dev.sheaf.expr.value;

import dev.sheaf.column.DataType.TimestampType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Between the counts of a timestamp with a zone, which are of UTC, and the date and time that its zone shows. Does
/// nothing for timestamps without a zone.
public final class ZoneShift {
    private final long perSecond;
    private final @Nullable ZoneRules rules;
    private final long fixedShift;

    private ZoneShift(long perSecond, @Nullable ZoneRules rules, long fixedShift) {
        this.perSecond = perSecond;
        this.rules = rules;
        this.fixedShift = fixedShift;
    }

    /// @throws IllegalArgumentException if Java knows no such zone
    public static ZoneShift of(TimestampType type) {
        long perSecond = type.unit().perSecond();
        Optional<ZoneRules> rules = type.zone().map(ZoneShift::rules);
        if (rules.isEmpty()) {
            return new ZoneShift(perSecond, null, 0);
        }
        if (rules.get().isFixedOffset()) {
            long seconds = rules.get().getOffset(Instant.EPOCH).getTotalSeconds();
            return new ZoneShift(perSecond, null, seconds * perSecond);
        }
        return new ZoneShift(perSecond, rules.get(), 0);
    }

    private static ZoneRules rules(String zone) {
        try {
            return ZoneId.of(zone).getRules();
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException("there is no time zone \"" + zone + "\"", unknown);
        }
    }

    /// Whether counts are what the zone shows.
    public boolean isNone() {
        return rules == null && fixedShift == 0;
    }

    /// Whether the zone never changes its offset, so that the order of local times is that of counts.
    public boolean isFixed() {
        return rules == null;
    }

    public long toLocal(long count) {
        if (rules == null) {
            return count + fixedShift;
        }
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(count, perSecond));
        return count + rules.getOffset(instant).getTotalSeconds() * perSecond;
    }

    /// The count of a local date and time; of one that daylight saving skips or repeats, by the offset before.
    public long toUtc(long local) {
        if (rules == null) {
            return local - fixedShift;
        }
        LocalDateTime shown = LocalDateTime.ofEpochSecond(Math.floorDiv(local, perSecond), 0, ZoneOffset.UTC);
        return local - rules.getOffset(shown).getTotalSeconds() * perSecond;
    }
}
