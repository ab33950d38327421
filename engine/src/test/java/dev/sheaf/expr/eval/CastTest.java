package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.eval.Answers.failure;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.testing.TypeNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Casts, by what DuckDB gives.
class CastTest {
    private static final String[] INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"};

    private static @Nullable Object cast(@Nullable Object value, String from, String to) {
        return value(col("a").cast(TypeNames.parse(to)), "a:" + from, value);
    }

    private static @Nullable Object tryCast(@Nullable Object value, String from, String to) {
        return value(new Expr.Cast(col("a"), TypeNames.parse(to), true), "a:" + from, value);
    }

    private static String refused(Object value, String from, String to) {
        assertThat(tryCast(value, from, to)).isNull();
        return failure(col("a").cast(TypeNames.parse(to)), "a:" + from, value);
    }

    private static @Nullable Object read(String text, String to) {
        return cast(text, "string", to);
    }

    private static void isRefused(String text, String to) {
        assertThat(refused(text, "string", to)).contains("cannot read '" + text + "' as " + to);
    }

    private static @Nullable Object text(Object value, String from) {
        return cast(value, from, "string");
    }

    @Test
    void integersConvertWhereTheyFit() {
        for (String from : INTEGERS) {
            for (String to : INTEGERS) {
                assertThat(String.valueOf(cast(100, from, to))).isEqualTo("100");
            }
        }
        assertThat(refused(300, "int32", "int8")).isEqualTo("cast(a as int8): 300 does not fit int8");
        assertThat(refused(-1, "int32", "uint64")).contains("-1 does not fit uint64");
        assertThat(refused(new BigInteger("18446744073709551615"), "uint64", "int64"))
                .contains("18446744073709551615");
    }

    @Test
    void nullStaysNull() {
        assertThat(cast(null, "int32", "int8")).isNull();
        assertThat(cast(null, "string", "date")).isNull();
    }

    @Test
    void floatsRoundToEvenIntegersAndDecimalsAwayFromZero() {
        assertThat(cast(2.5, "float64", "int32")).isEqualTo(2);
        assertThat(cast(3.5, "float64", "int32")).isEqualTo(4);
        assertThat(cast(-2.5, "float64", "int32")).isEqualTo(-2);
        assertThat(cast(new BigDecimal("2.5"), "decimal(2, 1)", "int32")).isEqualTo(3);
        assertThat(cast(new BigDecimal("-2.5"), "decimal(2, 1)", "int32")).isEqualTo(-3);
        assertThat(refused(Double.NaN, "float64", "int32")).contains("NaN does not fit int32");
        assertThat(refused(9.223372036854775807e18, "float64", "int64")).contains("does not fit int64");
        assertThat(cast(-9.223372036854775808e18, "float64", "int64")).isEqualTo(Long.MIN_VALUE);
        assertThat(cast(1.8446744073709550e19, "float64", "uint64")).isEqualTo(new BigInteger("18446744073709549568"));
    }

    @Test
    void decimalsChangeScale() {
        assertThat(cast(new BigDecimal("1.005"), "decimal(4, 3)", "decimal(3, 2)"))
                .isEqualTo(new BigDecimal("1.01"));
        assertThat(cast(new BigDecimal("-1.005"), "decimal(4, 3)", "decimal(38, 2)"))
                .isEqualTo(new BigDecimal("-1.01"));
        assertThat(cast(7, "int32", "decimal(38, 10)")).isEqualTo(new BigDecimal("7.0000000000"));
        assertThat(cast(new BigDecimal("12345678901234567890.5"), "decimal(30, 1)", "decimal(20, 0)"))
                .isEqualTo(new BigDecimal("12345678901234567891"));
        assertThat(refused(new BigDecimal("99.995"), "decimal(5, 3)", "decimal(4, 2)"))
                .contains("99.995 does not fit decimal(4, 2)");
    }

    @Test
    void floatsBecomeDecimals() {
        assertThat(cast(0.125, "float64", "decimal(10, 2)")).isEqualTo(new BigDecimal("0.13"));
        assertThat(cast(0.285, "float64", "decimal(10, 2)")).isEqualTo(new BigDecimal("0.28"));
        assertThat(cast(1e30, "float64", "decimal(38, 2)"))
                .isEqualTo(new BigDecimal("1000000000000000053661622043934.72"));
        assertThat(refused(1e300, "float64", "decimal(38, 2)")).contains("does not fit decimal(38, 2)");
        assertThat(refused(1e300, "float64", "float32")).contains("does not fit float32");
    }

    @Test
    void exactNumbersBecomeTheNearestFloat() {
        assertThat(cast(new BigDecimal("1.005"), "decimal(4, 3)", "float64")).isEqualTo(1.005);
        assertThat(cast(new BigDecimal("12345678901234567890123456789012345678"), "decimal(38, 0)", "float64"))
                .isEqualTo(1.2345678901234568e37);
        assertThat(cast(new BigInteger("18446744073709551615"), "uint64", "float64"))
                .isEqualTo(1.8446744073709552e19);
        assertThat(cast((1L << 60) + (1L << 36) + 1, "int64", "float32")).isEqualTo(0x1p60f + 0x1p37f);
    }

    @Test
    void boolsAndNumbers() {
        assertThat(cast(5, "int32", "bool")).isEqualTo(true);
        assertThat(cast(0.0, "float64", "bool")).isEqualTo(false);
        assertThat(cast(new BigDecimal("0.0"), "decimal(30, 1)", "bool")).isEqualTo(false);
        assertThat(cast(true, "bool", "int8")).isEqualTo((byte) 1);
        assertThat(cast(true, "bool", "decimal(3, 1)")).isEqualTo(new BigDecimal("1.0"));
        assertThat(cast(false, "bool", "float64")).isEqualTo(0.0);
    }

    @Test
    void readsIntegers() {
        assertThat(read(" 5 ", "int32")).isEqualTo(5);
        assertThat(read("-5.5", "int32")).isEqualTo(-6);
        assertThat(read("1e3", "int32")).isEqualTo(1_000);
        assertThat(read("0x10", "int32")).isEqualTo(16);
        assertThat(read("1_000", "int32")).isEqualTo(1_000);
        assertThat(read(".5", "int32")).isEqualTo(1);
        assertThat(read("-9223372036854775808", "int64")).isEqualTo(Long.MIN_VALUE);
        isRefused("", "int32");
        isRefused("abc", "int32");
        isRefused("300", "int8");
        isRefused("-1", "uint8");
        isRefused("1e99999", "int64");
        isRefused("1__0", "int32");
    }

    @Test
    void readsFloatsAndDecimals() {
        assertThat(read(" 1.5 ", "float64")).isEqualTo(1.5);
        assertThat(read("NaN", "float64")).isEqualTo(Double.NaN);
        assertThat(read("-inf", "float32")).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(read("1e400", "float64")).isEqualTo(Double.POSITIVE_INFINITY);
        isRefused("1d", "float64");
        isRefused("0x1p3", "float64");
        isRefused(".", "float64");
        assertThat(read("-1.555", "decimal(4, 2)")).isEqualTo(new BigDecimal("-1.56"));
        assertThat(read("1e2", "decimal(38, 2)")).isEqualTo(new BigDecimal("100.00"));
        isRefused("123456", "decimal(5, 2)");
    }

    @Test
    void readsBools() {
        assertThat(read("T", "bool")).isEqualTo(true);
        assertThat(read("yes", "bool")).isEqualTo(true);
        assertThat(read("FALSE", "bool")).isEqualTo(false);
        assertThat(read("0", "bool")).isEqualTo(false);
        isRefused("on", "bool");
    }

    @Test
    void readsDates() {
        assertThat(read("2024-1-3", "date")).isEqualTo(LocalDate.of(2024, 1, 3));
        assertThat(read(" 2024/01/31 ", "date")).isEqualTo(LocalDate.of(2024, 1, 31));
        assertThat(read("2024-01-31 12:00:00", "date")).isEqualTo(LocalDate.of(2024, 1, 31));
        assertThat(read("0044-03-15 (BC)", "date")).isEqualTo(LocalDate.of(-43, 3, 15));
        assertThat(read("12024-02-29", "date")).isEqualTo(LocalDate.of(12_024, 2, 29));
        isRefused("2023-02-29", "date");
        isRefused("20240131", "date");
        isRefused("2024-01-31x", "date");
        isRefused("2024-01/31", "date");
    }

    @Test
    void readsTimesAndTimestamps() {
        assertThat(read("1:02:03", "time[us]")).isEqualTo(LocalTime.of(1, 2, 3));
        assertThat(read("12:34:56.7891234", "time[us]")).isEqualTo(LocalTime.of(12, 34, 56, 789_123_000));
        isRefused("25:00", "time[us]");
        assertThat(read("2024-01-31", "timestamp[us]")).isEqualTo(LocalDateTime.of(2024, 1, 31, 0, 0));
        assertThat(read("2024-01-31T12:34:56Z", "timestamp[us]")).isEqualTo(LocalDateTime.of(2024, 1, 31, 12, 34, 56));
        assertThat(read("2024-01-31 24:00:00", "timestamp[s]")).isEqualTo(LocalDateTime.of(2024, 2, 1, 0, 0));
        assertThat(read("2024-01-31 12:34:56+02", "timestamp[us, UTC]"))
                .isEqualTo(Instant.parse("2024-01-31T10:34:56Z"));
        assertThat(read("2024-07-01 12:00", "timestamp[us, Europe/Berlin]"))
                .isEqualTo(Instant.parse("2024-07-01T10:00:00Z"));
        assertThat(read("2024-01-31T12:34:56.5 Europe/Berlin", "timestamp[ms, UTC]"))
                .isEqualTo(Instant.parse("2024-01-31T11:34:56.5Z"));
        isRefused("2024-01-31 12", "timestamp[us]");
        isRefused("2024-01-31 12:34:60", "timestamp[us]");
        isRefused("2024-01-31 12:34 Nowhere/Land", "timestamp[us]");
        isRefused("290000-01-01", "timestamp[ns]");
    }

    @Test
    void readsSpans() {
        assertThat(read("1 year 2 mons", "interval")).isEqualTo(new Interval(14, 0, 0));
        assertThat(read("1 day 01:02:03.5", "interval")).isEqualTo(new Interval(0, 1, 3_723_500_000_000L));
        assertThat(read("1.5 months", "interval")).isEqualTo(new Interval(1, 15, 0));
        assertThat(read("90 minutes ago", "interval")).isEqualTo(new Interval(0, 0, -5_400_000_000_000L));
        assertThat(read("1 day 30 ms", "duration[ms]"))
                .isEqualTo(Duration.ofDays(1).plusMillis(30));
        isRefused("x", "interval");
        isRefused("1 month", "duration[ms]");
    }

    @Test
    void writesNumbers() {
        assertThat(text(-5, "int8")).isEqualTo("-5");
        assertThat(text(new BigInteger("18446744073709551615"), "uint64")).isEqualTo("18446744073709551615");
        assertThat(text(new BigDecimal("-0.05"), "decimal(2, 2)")).isEqualTo("-0.05");
        assertThat(text(new BigDecimal("12345678901234567890.50"), "decimal(30, 2)"))
                .isEqualTo("12345678901234567890.50");
        assertThat(text(true, "bool")).isEqualTo("true");
    }

    @Test
    void writesFloatsWithTheFewestDigits() {
        assertThat(text(1.0, "float64")).isEqualTo("1.0");
        assertThat(text(-0.0, "float64")).isEqualTo("-0.0");
        assertThat(text(0.0001, "float64")).isEqualTo("0.0001");
        assertThat(text(0.00001, "float64")).isEqualTo("1e-05");
        assertThat(text(Double.MIN_VALUE, "float64")).isEqualTo("5e-324");
        assertThat(text(-9.9e-323, "float64")).isEqualTo("-1e-322");
        assertThat(text(1.5e-323, "float64")).isEqualTo("1.5e-323");
        assertThat(text(Float.MIN_VALUE, "float32")).isEqualTo("1e-45");
        assertThat(text(1e15, "float64")).isEqualTo("1000000000000000.0");
        assertThat(text(1e16, "float64")).isEqualTo("1e+16");
        assertThat(text(1.5e300, "float64")).isEqualTo("1.5e+300");
        assertThat(text(123456789.125, "float64")).isEqualTo("123456789.125");
        assertThat(text(0.1f, "float32")).isEqualTo("0.1");
        assertThat(text(Double.NaN, "float64")).isEqualTo("nan");
        assertThat(text(Float.NEGATIVE_INFINITY, "float32")).isEqualTo("-inf");
    }

    @Test
    void writesMoments() {
        assertThat(text(LocalDate.of(-43, 3, 15), "date")).isEqualTo("0044-03-15 (BC)");
        assertThat(text(LocalDate.of(10_000, 1, 31), "date")).isEqualTo("10000-01-31");
        LocalDateTime ides = LocalDateTime.of(-43, 3, 15, 11, 30);
        assertThat(text(ides, "timestamp[us]")).isEqualTo("0044-03-15 (BC) 11:30:00");
        assertThat(read("0044-03-15 (BC) 11:30:00", "timestamp[us]")).isEqualTo(ides);
        assertThat(text(Instant.parse("-0043-03-15T11:30:00Z"), "timestamp[us, UTC]"))
                .isEqualTo("0044-03-15 (BC) 11:30:00+00");
        assertThat(text(LocalDateTime.of(2024, 1, 31, 12, 0, 0, 500_000_000), "timestamp[us]"))
                .isEqualTo("2024-01-31 12:00:00.5");
        assertThat(text(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999), "timestamp[ns]"))
                .isEqualTo("1969-12-31 23:59:59.999999999");
        assertThat(text(Instant.parse("2024-07-01T10:00:00Z"), "timestamp[us, Europe/Berlin]"))
                .isEqualTo("2024-07-01 12:00:00+02");
        assertThat(text(Instant.parse("2024-07-01T10:00:00Z"), "timestamp[us, Asia/Kolkata]"))
                .isEqualTo("2024-07-01 15:30:00+05:30");
        assertThat(text(LocalTime.of(12, 34, 56, 500_000_000), "time[us]")).isEqualTo("12:34:56.5");
        assertThat(text(new Interval(14, -2, 0), "interval")).isEqualTo("1 year 2 months -2 days");
        assertThat(text(new Interval(0, 0, -10_800_000_000_000L), "interval")).isEqualTo("-03:00:00");
        assertThat(text(Duration.ofHours(49), "duration[s]")).isEqualTo("2 days 01:00:00");
        assertThat(text(Duration.ZERO, "duration[s]")).isEqualTo("00:00:00");
    }

    @Test
    void momentsConvertAmongEachOther() {
        LocalDateTime noon = LocalDateTime.of(1969, 12, 31, 12, 0, 0, 500_000_000);
        assertThat(cast(noon, "timestamp[us]", "date")).isEqualTo(LocalDate.of(1969, 12, 31));
        assertThat(cast(noon, "timestamp[us]", "time[s]")).isEqualTo(LocalTime.of(12, 0));
        assertThat(cast(noon, "timestamp[us]", "timestamp[s]")).isEqualTo(LocalDateTime.of(1969, 12, 31, 12, 0));
        assertThat(cast(LocalDateTime.of(2024, 1, 31, 12, 0, 0, 500_000_000), "timestamp[us]", "timestamp[s]"))
                .isEqualTo(LocalDateTime.of(2024, 1, 31, 12, 0, 1));
        assertThat(cast(LocalDate.of(2024, 7, 1), "date", "timestamp[us, Europe/Berlin]"))
                .isEqualTo(Instant.parse("2024-06-30T22:00:00Z"));
        assertThat(cast(Instant.parse("2024-06-30T22:00:00Z"), "timestamp[us, Europe/Berlin]", "date"))
                .isEqualTo(LocalDate.of(2024, 7, 1));
        assertThat(cast(Instant.parse("2024-06-30T22:00:00Z"), "timestamp[us, Europe/Berlin]", "timestamp[us]"))
                .isEqualTo(LocalDateTime.of(2024, 7, 1, 0, 0));
        assertThat(cast(Duration.ofHours(49), "duration[s]", "interval"))
                .isEqualTo(new Interval(0, 2, 3_600_000_000_000L));
        assertThat(refused(LocalDate.of(290_000, 1, 1), "date", "timestamp[ns]"))
                .contains("290000-01-01");
    }

    @Test
    void textAndBinary() {
        assertThat(cast("é", "string", "binary")).isEqualTo("é".getBytes(StandardCharsets.UTF_8));
        assertThat(cast("é".getBytes(StandardCharsets.UTF_8), "binary", "string"))
                .isEqualTo("é");
        assertThat(refused(new byte[] {(byte) 0xc3}, "binary", "string")).contains("not UTF-8");
    }

    @Test
    void thereIsNoCastFromNumbersToDates() {
        assertThat(failure(col("a").cast(DataType.DATE), "a:int32", 5))
                .isEqualTo("there is no conversion from int32 to date: cast(a as date)");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void longTextsTakeNeitherDeepRecursionNorSquareTime() {
        String separated = "1" + "_1".repeat(20_000);
        assertThat(read(separated, "float64")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(refused(separated, "string", "int32")).contains("as int32");
        assertThat(refused("1".repeat(200_000) + "!", "string", "interval")).contains("as interval");
        assertThat(refused("1".repeat(200_000) + "!", "string", "decimal(9, 2)"))
                .contains("as decimal(9, 2)");
        assertThat(refused("1_".repeat(20_000), "string", "float64")).contains("as float64");
    }
}
