package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.eval.Answers.failure;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.Calendar;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.IsoFields;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Dates, times, timestamps and spans, by what DuckDB gives.
class TemporalTest {
    private static final Expr A = col("a");
    private static final Expr B = col("b");
    private static final LocalDate JANUARY_31 = LocalDate.of(2024, 1, 31);
    private static final LocalDateTime NOON = JANUARY_31.atTime(12, 0);
    private static final Interval MONTH = new Interval(1, 0, 0);

    private static @Nullable Object ofDate(Expr expr, LocalDate date) {
        return value(expr, "a:date", date);
    }

    private static @Nullable Object ofMoment(Expr expr, LocalDateTime moment) {
        return value(expr, "a:timestamp[us]", moment);
    }

    private static @Nullable Object trunc(String unit, LocalDateTime moment) {
        return ofMoment(call(Function.DATE_TRUNC, unit, A), moment);
    }

    private static @Nullable Object diff(String unit, LocalDateTime from, LocalDateTime to) {
        return value(call(Function.DATE_DIFF, unit, A, B), "a:timestamp[us]", from, "b:timestamp[us]", to);
    }

    @Test
    void partsOfDates() {
        LocalDate day = LocalDate.of(2021, 1, 3);
        assertThat(ofDate(call(Function.YEAR, A), day)).isEqualTo(2021L);
        assertThat(ofDate(call(Function.QUARTER, A), day)).isEqualTo(1L);
        assertThat(ofDate(call(Function.MONTH, A), day)).isEqualTo(1L);
        assertThat(ofDate(call(Function.WEEK, A), day)).isEqualTo(53L);
        assertThat(ofDate(call(Function.DAY, A), day)).isEqualTo(3L);
        assertThat(ofDate(call(Function.DAY_OF_WEEK, A), day)).isEqualTo(0L);
        assertThat(ofDate(call(Function.DAY_OF_YEAR, A), LocalDate.of(2024, 12, 31)))
                .isEqualTo(366L);
        assertThat(ofDate(call(Function.HOUR, A), day)).isEqualTo(0L);
        assertThat(ofDate(call(Function.EPOCH, A), LocalDate.of(1970, 1, 2))).isEqualTo(86_400.0);
        assertThat(ofDate(call(Function.YEAR, A), LocalDate.of(-4, 1, 1))).isEqualTo(-4L);
    }

    @Test
    void everyDayOfTheCalendarComesBack() {
        for (long day = -800_000; day < 800_000; day += 37) {
            LocalDate date = LocalDate.ofEpochDay(day);
            long civil = Calendar.civil(day);
            assertThat(Calendar.year(civil)).isEqualTo(date.getYear());
            assertThat(Calendar.month(civil)).isEqualTo(date.getMonthValue());
            assertThat(Calendar.dayOfMonth(civil)).isEqualTo(date.getDayOfMonth());
            assertThat(Calendar.day(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
                    .isEqualTo(day);
            assertThat(Calendar.isoWeek(day)).isEqualTo(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            assertThat(Calendar.plusMonths(day, 13))
                    .isEqualTo(date.plusMonths(13).toEpochDay());
        }
        for (long day : new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            LocalDate date = LocalDate.ofEpochDay(day);
            assertThat(Calendar.year(Calendar.civil(day))).isEqualTo(date.getYear());
            assertThat(Calendar.dayOfMonth(Calendar.civil(day))).isEqualTo(date.getDayOfMonth());
        }
    }

    @Test
    void partsOfTimestampsAndTimes() {
        LocalDateTime moment = LocalDateTime.of(1969, 12, 31, 23, 58, 1, 500_000_000);
        assertThat(ofMoment(call(Function.YEAR, A), moment)).isEqualTo(1969L);
        assertThat(ofMoment(call(Function.HOUR, A), moment)).isEqualTo(23L);
        assertThat(ofMoment(call(Function.MINUTE, A), moment)).isEqualTo(58L);
        assertThat(ofMoment(call(Function.SECOND, A), moment)).isEqualTo(1L);
        assertThat(ofMoment(call(Function.MILLISECOND, A), moment)).isEqualTo(1_500L);
        assertThat(ofMoment(call(Function.EPOCH, A), moment)).isEqualTo(-118.5);
        assertThat(value(call(Function.HOUR, A), "a:time[us]", LocalTime.of(13, 0)))
                .isEqualTo(13L);
        assertThat(value(call(Function.EPOCH, A), "a:time[ms]", LocalTime.of(12, 0, 0, 500_000_000)))
                .isEqualTo(43_200.5);
    }

    @Test
    void zonedTimestampsShowTheClockOfTheirZone() {
        Instant summer = Instant.parse("2024-06-30T22:30:00Z");
        String berlin = "a:timestamp[us, Europe/Berlin]";
        assertThat(value(call(Function.MONTH, A), berlin, summer)).isEqualTo(7L);
        assertThat(value(call(Function.HOUR, A), berlin, summer)).isEqualTo(0L);
        assertThat(value(call(Function.HOUR, A), "a:timestamp[us, +05:30]", summer))
                .isEqualTo(4L);
        assertThat(value(call(Function.DATE_TRUNC, "day", A), berlin, summer))
                .isEqualTo(Instant.parse("2024-06-30T22:00:00Z"));
        assertThat(value(call(Function.DATE_TRUNC, "hour", A), "a:timestamp[us, +05:30]", summer))
                .isEqualTo(Instant.parse("2024-06-30T22:30:00Z"));
        assertThat(value(A.plus(MONTH), berlin, Instant.parse("2024-02-29T12:00:00Z")))
                .isEqualTo(Instant.parse("2024-03-29T12:00:00Z"));
        assertThat(value(A.plus(MONTH), berlin, Instant.parse("2024-03-29T12:00:00Z")))
                .isEqualTo(Instant.parse("2024-04-29T11:00:00Z"));
    }

    @Test
    void unitsOfTheDayPassByElapsedTimeWhereOldClocksDifferedBySeconds() {
        Expr minutes = call(Function.DATE_DIFF, "minute", A, B);
        String a = "a:timestamp[us, Europe/Berlin]";
        String b = "b:timestamp[us, Europe/Berlin]";
        Instant old = Instant.parse("1732-05-02T10:40:00.804844Z");
        Instant young = Instant.parse("2009-12-02T07:03:36.748314Z");
        assertThat(value(minutes, a, old, b, young)).isEqualTo(145_995_623L);
        assertThat(value(minutes, a, young, b, old)).isEqualTo(-145_995_623L);
        assertThat(value(minutes, a, old, b, Instant.parse("1732-05-02T10:40:31Z")))
                .isEqualTo(0L);
        assertThat(value(minutes, a, old, b, Instant.parse("1732-05-02T10:40:32Z")))
                .isEqualTo(1L);
    }

    private static @Nullable Object bucket(Interval width, LocalDateTime moment) {
        return ofMoment(call(Function.TIME_BUCKET, width, A), moment);
    }

    @Test
    void bucketsOfTime() {
        LocalDateTime moment = LocalDateTime.of(2024, 5, 31, 12, 34, 56, 123_456_000);
        assertThat(bucket(MONTH, moment)).isEqualTo(LocalDateTime.of(2024, 5, 1, 0, 0));
        assertThat(bucket(new Interval(5, 0, 0), moment)).isEqualTo(LocalDateTime.of(2024, 3, 1, 0, 0));
        assertThat(bucket(new Interval(0, 7, 0), moment)).isEqualTo(LocalDateTime.of(2024, 5, 27, 0, 0));
        assertThat(bucket(new Interval(0, 0, 600_000_000_000L), moment))
                .isEqualTo(LocalDateTime.of(2024, 5, 31, 12, 30));
        assertThat(bucket(new Interval(0, 2, 0), LocalDateTime.of(1999, 12, 31, 1, 0)))
                .isEqualTo(LocalDateTime.of(1999, 12, 30, 0, 0));
        assertThat(ofDate(call(Function.TIME_BUCKET, MONTH, A), JANUARY_31)).isEqualTo(LocalDate.of(2024, 1, 1));
        LocalDateTime end = LocalDateTime.of(2024, 1, 31, 0, 0);
        assertThat(ofMoment(call(Function.TIME_BUCKET, MONTH, A, end), LocalDateTime.of(2024, 2, 29, 0, 0)))
                .isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
        assertThat(ofMoment(call(Function.TIME_BUCKET, MONTH, A, end, 2), LocalDateTime.of(2024, 4, 1, 0, 0)))
                .isEqualTo(end);
        assertThat(value(call(Function.TIME_BUCKET, 5, A), "a:int32", -1)).isEqualTo(-5L);
        assertThat(value(call(Function.TIME_BUCKET, 5, A, 2, 1), "a:int64", 2L)).isEqualTo(-3L);
        assertThat(failure(call(Function.TIME_BUCKET, new Interval(1, 1, 0), A), "a:date", JANUARY_31))
                .contains("takes a width above 0, of months, or of days and time");
        assertThat(failure(call(Function.TIME_BUCKET, 5, A), "a:date", JANUARY_31))
                .contains("takes a whole number for a whole width");
    }

    @Test
    void bucketsFollowTheClockOfTheZone() {
        String chicago = "a:timestamp[us, America/Chicago]";
        Instant morning = Instant.parse("2021-11-07T14:00:00Z");
        assertThat(value(call(Function.TIME_BUCKET, new Interval(0, 1, 0), A), chicago, morning))
                .isEqualTo(Instant.parse("2021-11-07T05:00:00Z"));
        assertThat(value(call(Function.TIME_BUCKET, new Interval(0, 0, 21_600_000_000_000L), A), chicago, morning))
                .isEqualTo(Instant.parse("2021-11-07T12:00:00Z"));
        Instant secondHour = Instant.parse("2021-11-07T07:30:00Z");
        assertThat(value(call(Function.TIME_BUCKET, new Interval(0, 0, 3_600_000_000_000L), A), chicago, secondHour))
                .isEqualTo(Instant.parse("2021-11-07T07:00:00Z"));
        assertThat(value(call(Function.TIME_BUCKET, MONTH, A, LocalDate.of(2020, 1, 15)), chicago, morning))
                .isEqualTo(Instant.parse("2021-10-15T05:00:00Z"));
    }

    /// A moment that the clock shows before the start of its bucket, and one behind a start that is put off.
    @Test
    void bucketsThatStartInAnHourThatIsRepeatedOrSkippedStartBeforeTheirMoments() {
        String chicago = "a:timestamp[us, America/Chicago]";
        Interval sixHours = new Interval(0, 0, 21_600_000_000_000L);
        LocalDateTime quarterToTwo = LocalDateTime.of(2020, 1, 1, 1, 45);
        assertThat(value(
                        call(Function.TIME_BUCKET, sixHours, A, quarterToTwo),
                        chicago,
                        Instant.parse("2021-11-07T07:30:00Z")))
                .isEqualTo(Instant.parse("2021-11-07T06:45:00Z"));
        LocalDateTime halfPastTwo = LocalDateTime.of(2020, 1, 1, 2, 30);
        assertThat(value(
                        call(Function.TIME_BUCKET, sixHours, A, halfPastTwo),
                        chicago,
                        Instant.parse("2021-03-14T08:10:00Z")))
                .isEqualTo(Instant.parse("2021-03-14T02:30:00Z"));
    }

    @Test
    void truncates() {
        LocalDateTime moment = LocalDateTime.of(2024, 5, 31, 12, 34, 56, 123_456_000);
        assertThat(trunc("microsecond", moment)).isEqualTo(moment);
        assertThat(trunc("milliseconds", moment)).isEqualTo(moment.withNano(123_000_000));
        assertThat(trunc("SECOND", moment)).isEqualTo(moment.withNano(0));
        assertThat(trunc("hour", moment)).isEqualTo(LocalDateTime.of(2024, 5, 31, 12, 0));
        assertThat(trunc("day", moment)).isEqualTo(LocalDateTime.of(2024, 5, 31, 0, 0));
        assertThat(trunc("week", moment)).isEqualTo(LocalDateTime.of(2024, 5, 27, 0, 0));
        assertThat(trunc("month", moment)).isEqualTo(LocalDateTime.of(2024, 5, 1, 0, 0));
        assertThat(trunc("quarter", moment)).isEqualTo(LocalDateTime.of(2024, 4, 1, 0, 0));
        assertThat(trunc("year", moment)).isEqualTo(LocalDateTime.of(2024, 1, 1, 0, 0));
        assertThat(trunc("decade", moment)).isEqualTo(LocalDateTime.of(2020, 1, 1, 0, 0));
        assertThat(trunc("century", moment)).isEqualTo(LocalDateTime.of(2000, 1, 1, 0, 0));
        assertThat(trunc("millennium", moment)).isEqualTo(LocalDateTime.of(2000, 1, 1, 0, 0));
        assertThat(trunc("hour", LocalDateTime.of(1960, 1, 3, 0, 30))).isEqualTo(LocalDateTime.of(1960, 1, 3, 0, 0));
        assertThat(ofDate(call(Function.DATE_TRUNC, "month", A), JANUARY_31))
                .isEqualTo(LocalDateTime.of(2024, 1, 1, 0, 0));
        assertThat(failure(call(Function.DATE_TRUNC, "mont", A), "a:date", JANUARY_31))
                .contains("there is no unit 'mont'")
                .contains("Did you mean \"month\"?");
    }

    @Test
    void countsBorders() {
        assertThat(diff("hour", NOON.minusMinutes(1), NOON)).isEqualTo(1L);
        assertThat(diff("hour", NOON, NOON.minusMinutes(1))).isEqualTo(-1L);
        assertThat(diff("month", NOON, NOON.plusDays(1))).isEqualTo(1L);
        assertThat(diff("quarter", NOON, NOON.plusMonths(3))).isEqualTo(1L);
        assertThat(diff("year", LocalDateTime.of(2024, 12, 31, 23, 59), LocalDateTime.of(2025, 1, 1, 0, 0)))
                .isEqualTo(1L);
        assertThat(diff("week", LocalDateTime.of(2024, 1, 21, 0, 0), LocalDateTime.of(2024, 1, 22, 0, 0)))
                .isEqualTo(0L);
        assertThat(diff("week", LocalDateTime.of(2024, 1, 20, 0, 0), LocalDateTime.of(2024, 1, 28, 0, 0)))
                .isEqualTo(1L);
        assertThat(diff("microsecond", NOON, NOON.plusSeconds(1))).isEqualTo(1_000_000L);
        assertThat(value(
                        call(Function.DATE_DIFF, "millisecond", A, B),
                        "a:timestamp[s]",
                        NOON,
                        "b:timestamp[s]",
                        NOON.plusSeconds(1)))
                .isEqualTo(1_000L);
        assertThat(value(call(Function.DATE_DIFF, "day", lit("2024-01-01"), A), "a:date", JANUARY_31))
                .isEqualTo(30L);
    }

    @Test
    void datesAndDays() {
        assertThat(ofDate(A.plus(1), JANUARY_31)).isEqualTo(LocalDate.of(2024, 2, 1));
        assertThat(ofDate(lit(1).plus(A), JANUARY_31)).isEqualTo(LocalDate.of(2024, 2, 1));
        assertThat(ofDate(A.minus(31), JANUARY_31)).isEqualTo(LocalDate.of(2023, 12, 31));
        assertThat(value(A.minus(B), "a:date", JANUARY_31, "b:date", LocalDate.of(2024, 1, 1)))
                .isEqualTo(30L);
        assertThat(failure(A.plus(1), "a:date", LocalDate.ofEpochDay(Integer.MAX_VALUE)))
                .contains("overflow in (a + 1)");
    }

    @Test
    void monthsEndOnTheLastDay() {
        assertThat(ofDate(A.plus(MONTH), JANUARY_31)).isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
        assertThat(ofDate(A.minus(MONTH), LocalDate.of(2024, 3, 31))).isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
        assertThat(ofMoment(lit(new Interval(1, -1, 0)).plus(A), NOON)).isEqualTo(LocalDateTime.of(2024, 2, 28, 12, 0));
        assertThat(ofMoment(A.minus(new Interval(0, 1, 3_600_000_000_000L)), NOON))
                .isEqualTo(LocalDateTime.of(2024, 1, 30, 11, 0));
    }

    @Test
    void timestampsAndDurations() {
        assertThat(value(A.minus(B), "a:timestamp[us]", NOON, "b:timestamp[us]", NOON.minusDays(30)))
                .isEqualTo(Duration.ofDays(30));
        assertThat(value(A.minus(B), "a:timestamp[us]", NOON, "b:date", JANUARY_31))
                .isEqualTo(Duration.ofHours(12));
        assertThat(value(A.plus(B), "a:timestamp[s]", NOON, "b:duration[ms]", Duration.ofMillis(1)))
                .isEqualTo(NOON.plusNanos(1_000_000));
        assertThat(value(A.plus(B), "a:date", JANUARY_31, "b:time[us]", LocalTime.NOON))
                .isEqualTo(NOON);
    }

    @Test
    void timesGoRoundTheClock() {
        assertThat(value(A.plus(new Interval(5, 9, 46_800_000_000_000L)), "a:time[us]", LocalTime.NOON))
                .isEqualTo(LocalTime.of(1, 0));
        assertThat(value(A.minus(B), "a:time[us]", LocalTime.of(1, 0), "b:duration[us]", Duration.ofHours(50)))
                .isEqualTo(LocalTime.of(23, 0));
        assertThat(value(A.minus(B), "a:time[us]", LocalTime.of(1, 0), "b:time[us]", LocalTime.of(3, 0)))
                .isEqualTo(Duration.ofHours(-2));
    }

    @Test
    void spans() {
        assertThat(value(A.plus(B), "a:interval", MONTH, "b:interval", new Interval(0, 2, 0)))
                .isEqualTo(new Interval(1, 2, 0));
        assertThat(value(A.times(-3), "a:interval", MONTH)).isEqualTo(new Interval(-3, 0, 0));
        assertThat(value(A.negate(), "a:interval", new Interval(1, -2, 3))).isEqualTo(new Interval(-1, 2, -3));
        assertThat(value(A.eq(B), "a:interval", MONTH, "b:interval", new Interval(0, 30, 0)))
                .isEqualTo(true);
        assertThat(value(A.gt(B), "a:interval", new Interval(5, 0, 0), "b:interval", new Interval(0, 149, 0)))
                .isEqualTo(true);
        assertThat(value(lit(2).times(A), "a:duration[s]", Duration.ofMinutes(1)))
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(value(A.negate(), "a:duration[s]", Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(-1));
        assertThat(value(A.plus(B), "a:duration[s]", Duration.ofMinutes(1), "b:interval", MONTH))
                .isEqualTo(new Interval(1, 0, 60_000_000_000L));
        assertThat(failure(A.times(B), "a:interval", MONTH, "b:int64", Long.MAX_VALUE))
                .contains("overflow in (a * b)");
    }
}
