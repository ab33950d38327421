package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.query.ColumnStats;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
    private static final DataType DECIMAL = new DataType.DecimalType(18, 4);

    private static Optional<KeyRange> range(DataType type, Object min, Object max) {
        return KeyRange.of(
                type, new ColumnStats(Optional.of(min), Optional.of(max), OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void countsAreTheirOwnRange() {
        assertThat(range(DataType.INT32, -7, 9)).contains(new KeyRange(-7, 9));
        assertThat(range(DataType.DATE, LocalDate.ofEpochDay(3), LocalDate.ofEpochDay(5)))
                .contains(new KeyRange(3, 5));
        assertThat(KeyRange.of(DataType.INT32, ColumnStats.UNKNOWN)).isEmpty();
    }

    @Test
    void decimalsCountInUnitsOfTheirScale() {
        assertThat(range(DECIMAL, new BigDecimal("-1.5"), new BigDecimal("2.0001")))
                .contains(new KeyRange(-15_000, 20_001));
        assertThat(range(DECIMAL, BigDecimal.ONE, new BigDecimal("1e18"))).isEmpty();
        assertThat(range(new DataType.DecimalType(38, 0), BigDecimal.ZERO, BigDecimal.ONE))
                .isEmpty();
    }

    @Test
    void momentsCountInTheirUnit() {
        DataType millis = new DataType.TimestampType(TimeUnit.MILLI, Optional.empty());
        DataType zoned = new DataType.TimestampType(TimeUnit.NANO, Optional.of("UTC"));
        assertThat(range(
                        millis,
                        LocalDateTime.parse("1969-12-31T23:59:59.999"),
                        LocalDateTime.parse("1970-01-01T00:00:02")))
                .contains(new KeyRange(-1, 2000));
        assertThat(range(zoned, Instant.EPOCH, Instant.ofEpochSecond(1, 5))).contains(new KeyRange(0, 1_000_000_005));
    }

    @Test
    void bitsOfFloatsAreInOrderUnlessOneIsNegative() {
        assertThat(range(DataType.FLOAT64, -0.0, 2.5)).contains(new KeyRange(0, Double.doubleToLongBits(2.5)));
        assertThat(range(DataType.FLOAT32, 1f, 2f))
                .contains(new KeyRange(Float.floatToIntBits(1f), Float.floatToIntBits(2f)));
        assertThat(range(DataType.FLOAT64, -1.0, 2.5)).isEmpty();
    }
}
