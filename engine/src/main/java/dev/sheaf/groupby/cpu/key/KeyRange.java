package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.query.ColumnStats;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// The range that a key column is said to have, as the longs that its [KeyStream] takes.
public record KeyRange(long least, long greatest) {

    /// The range that statistics of a column tell, if they do.
    public static Optional<KeyRange> of(DataType type, ColumnStats stats) {
        Optional<Long> least = stats.min().flatMap(value -> word(type, value));
        Optional<Long> greatest = stats.max().flatMap(value -> word(type, value));
        return least.isPresent() && greatest.isPresent() && least.get() <= greatest.get()
                ? Optional.of(new KeyRange(least.get(), greatest.get()))
                : Optional.empty();
    }

    private static Optional<Long> word(DataType type, Object value) {
        return switch (value) {
            case Byte number -> Optional.of(number.longValue());
            case Short number -> Optional.of(number.longValue());
            case Integer number -> Optional.of(number.longValue());
            case Long number -> Optional.of(number);
            case LocalDate date -> Optional.of(date.toEpochDay());
            case BigDecimal decimal -> unscaled(type, decimal);
            case Instant moment -> count(type, moment);
            case LocalDateTime moment -> count(type, moment.toInstant(ZoneOffset.UTC));
            case Float number -> bits(number, Float.floatToIntBits(number + 0.0f));
            case Double number -> bits(number, Double.doubleToLongBits(number + 0.0));
            default -> Optional.empty();
        };
    }

    private static Optional<Long> unscaled(DataType type, BigDecimal value) {
        if (!(type instanceof DataType.DecimalType decimal) || type.layout() == Layout.INT128) {
            return Optional.empty();
        }
        BigDecimal scaled = value.setScale(decimal.scale(), RoundingMode.HALF_EVEN);
        return scaled.unscaledValue().bitLength() < Long.SIZE
                ? Optional.of(scaled.unscaledValue().longValue())
                : Optional.empty();
    }

    private static Optional<Long> count(DataType type, Instant moment) {
        if (!(type instanceof DataType.TimestampType timestamp)) {
            return Optional.empty();
        }
        long perSecond = timestamp.unit().perSecond();
        long fraction = moment.getNano() / (TimeUnit.NANO.perSecond() / perSecond);
        return Optional.of(moment.getEpochSecond() * perSecond + fraction);
    }

    /// Bits of floats are in the order of these unless one is negative.
    private static Optional<Long> bits(double number, long bits) {
        return number >= 0 ? Optional.of(bits) : Optional.empty();
    }
}
