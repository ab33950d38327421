package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nth;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.WindowStart.AtFirst;
import dev.sheaf.frame.WindowStart.OnDay;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Windows that start every so often: what Polars' tests say of `group_by_dynamic` (see NOTICE), and what
/// is refused.
@ExtendWith(PoolCheck.class)
class DynamicGroupByTest {
    private static final String MOMENT = "t:timestamp[us]";
    private static final String CENTRAL = "t:timestamp[us, US/Central]";
    private static final String KATHMANDU = "t:timestamp[us, Asia/Kathmandu]";

    /// What is asked of a frame.
    private interface Question {
        LazyFrame of(LazyFrame frame);
    }

    private static void gives(MemoryPool pool, Tables.Rows input, Question question, Tables.Rows expected) {
        try (Table table = input.build(pool)) {
            Run.gives(question.of(LazyFrame.of(table)).plan(), expected, pool);
        }
    }

    private static LocalDateTime at(int year, int month, int day, int hour, int minute, int second) {
        return LocalDateTime.of(year, month, day, hour, minute, second);
    }

    private static LocalDateTime day(int year, int month, int day) {
        return LocalDateTime.of(year, month, day, 0, 0);
    }

    private static Instant in(String zone, LocalDateTime local) {
        return local.atZone(ZoneId.of(zone)).toInstant();
    }

    @Test
    void quarters(MemoryPool pool) {
        gives(
                pool,
                Tables.of(MOMENT)
                        .row(day(2021, 12, 31))
                        .row(at(2022, 1, 1, 0, 0, 1))
                        .row(at(2022, 3, 31, 0, 0, 1))
                        .row(at(2022, 4, 1, 0, 0, 1)),
                frame -> frame.groupByDynamic("t", "1q").agg(count("t").as("n")),
                Tables.of(MOMENT, "n:int64")
                        .row(day(2021, 10, 1), 1)
                        .row(day(2022, 1, 1), 2)
                        .row(day(2022, 4, 1), 1));
    }

    @Test
    void fromTheFirstDataPoint(MemoryPool pool) {
        LocalDateTime first = day(2022, 12, 16);
        Tables.Rows input = Tables.of(KATHMANDU);
        Tables.Rows expected = Tables.of(
                "_lower_boundary:timestamp[us, Asia/Kathmandu]",
                "_upper_boundary:timestamp[us, Asia/Kathmandu]",
                KATHMANDU,
                "count:int64");
        for (int i = 0; i <= 6; i++) {
            input.row(in("Asia/Kathmandu", first.plusMinutes(30L * i)));
        }
        int[] labels = {0, 60, 90, 120, 150, 180};
        for (int i = 0; i < 6; i++) {
            expected.row(
                    in("Asia/Kathmandu", first.plusMinutes(31L * i)),
                    in("Asia/Kathmandu", first.plusMinutes(31L * i + 31)),
                    in("Asia/Kathmandu", first.plusMinutes(labels[i])),
                    i == 0 ? 2 : 1);
        }
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "31m")
                        .startBy(new AtFirst())
                        .label(WindowLabel.DATAPOINT)
                        .withBounds()
                        .count(),
                expected);
    }

    @Test
    void fromADayOfTheWeek(MemoryPool pool) {
        Tables.Rows input = Tables.of(MOMENT);
        for (int i = 0; i <= 22; i++) {
            input.row(day(2022, 1, 1).plusHours(12L * i));
        }
        Question monday = frame -> frame.groupByDynamic("t", "1w")
                .period("3d")
                .startBy(new OnDay(DayOfWeek.MONDAY))
                .label(WindowLabel.DATAPOINT)
                .agg(count().as("n"), first("t").as("first"));
        Question saturday = frame -> frame.groupByDynamic("t", "1w")
                .period("3d")
                .startBy(new OnDay(DayOfWeek.SATURDAY))
                .withBounds()
                .count();
        gives(
                pool,
                input,
                monday,
                Tables.of(MOMENT, "n:int64", "first:timestamp[us]")
                        .row(day(2022, 1, 3), 6, day(2022, 1, 3))
                        .row(day(2022, 1, 10), 5, day(2022, 1, 10)));
        gives(
                pool,
                input,
                saturday,
                Tables.of("_lower_boundary:timestamp[us]", "_upper_boundary:timestamp[us]", MOMENT, "count:int64")
                        .row(day(2022, 1, 1), day(2022, 1, 4), day(2022, 1, 1), 6)
                        .row(day(2022, 1, 8), day(2022, 1, 11), day(2022, 1, 8), 6));
    }

    @Test
    void byMondayWithAnOffset(MemoryPool pool) {
        gives(
                pool,
                Tables.of("t:date", "label:string", "value:int64")
                        .row(LocalDate.of(2022, 11, 1), "a", 1)
                        .row(LocalDate.of(2022, 11, 2), "b", 2)
                        .row(LocalDate.of(2022, 11, 5), "a", 3)
                        .row(LocalDate.of(2022, 11, 8), "a", 4)
                        .row(LocalDate.of(2022, 11, 8), "b", 5)
                        .row(LocalDate.of(2022, 11, 9), "a", 6)
                        .row(LocalDate.of(2022, 11, 10), "b", 7),
                frame -> frame.groupByDynamic("t", "1w")
                        .offset("1d")
                        .by("label")
                        .startBy(new OnDay(DayOfWeek.MONDAY))
                        .agg(sum("value").as("value")),
                Tables.of("label:string", "t:date", "value:int64")
                        .row("a", LocalDate.of(2022, 11, 1), 4)
                        .row("a", LocalDate.of(2022, 11, 8), 10)
                        .row("b", LocalDate.of(2022, 11, 1), 2)
                        .row("b", LocalDate.of(2022, 11, 8), 12));
    }

    @Test
    void labels(MemoryPool pool) {
        Tables.Rows input = Tables.of(MOMENT, "group:string")
                .row(at(2020, 1, 1, 1, 0, 0), "a")
                .row(at(2020, 1, 1, 2, 0, 0), "a")
                .row(at(2020, 1, 2, 3, 0, 0), "b")
                .row(at(2020, 1, 2, 4, 0, 0), "b");
        List<List<LocalDateTime>> expected = List.of(
                List.of(day(2020, 1, 1), day(2020, 1, 2)),
                List.of(day(2020, 1, 2), day(2020, 1, 3)),
                List.of(at(2020, 1, 1, 1, 0, 0), at(2020, 1, 2, 3, 0, 0)));
        for (WindowLabel label : WindowLabel.values()) {
            List<LocalDateTime> labels = expected.get(label.ordinal());
            gives(
                    pool,
                    input,
                    frame -> frame.groupByDynamic("t", "1d")
                            .label(label)
                            .by("group")
                            .count()
                            .select("t"),
                    Tables.of(MOMENT).row(labels.getFirst()).row(labels.getLast()));
        }
    }

    @Test
    void windowsThatOverlapStartWithTheFirstIndex(MemoryPool pool) {
        gives(
                pool,
                Tables.of("t:int64").row(0).row(1).row(2).row(3),
                frame -> frame.groupByDynamic("t", "1i")
                        .period("3i")
                        .agg(
                                collectList("t").as("values"),
                                min("t").as("least"),
                                max("t").as("most"),
                                sum("t").as("sum")),
                Tables.of("t:int64", "values:list<int64>", "least:int64", "most:int64", "sum:int64")
                        .row(0, List.of(0L, 1L, 2L), 0, 2, 3)
                        .row(1, List.of(1L, 2L, 3L), 1, 3, 6)
                        .row(2, List.of(2L, 3L), 2, 3, 5)
                        .row(3, List.of(3L), 3, 3, 3));
        gives(
                pool,
                Tables.of("t:int32", "a:string")
                        .row(0, "A")
                        .row(1, "A")
                        .row(2, "B")
                        .row(3, "B")
                        .row(4, "B")
                        .row(5, "C"),
                frame -> frame.groupByDynamic("t", "2i")
                        .period("3i")
                        .agg(collectList("a").as("a")),
                Tables.of("t:int32", "a:list<string>")
                        .row(0, List.of("A", "A", "B"))
                        .row(2, List.of("B", "B", "B"))
                        .row(4, List.of("B", "C")));
    }

    @Test
    void functionsOfAggregatesOfWindows(MemoryPool pool) {
        Tables.Rows input = Tables.of(KATHMANDU, "b:float64");
        for (int i = 0; i < 5; i++) {
            input.row(in("Asia/Kathmandu", day(2021, 1, 1).plusSeconds(1L << i)), (double) i);
        }
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "10s")
                        .period("100s")
                        .agg(Expressions.call(Function.SIN, mean("b")).as("c")),
                Tables.of(KATHMANDU, "c:float64")
                        .row(in("Asia/Kathmandu", day(2021, 1, 1)), 0.9092974268256817)
                        .row(in("Asia/Kathmandu", at(2021, 1, 1, 0, 0, 10)), -0.7568024953079282));
    }

    @Test
    void closedOnTheRight(MemoryPool pool) {
        LocalDateTime first = day(2021, 12, 16);
        Tables.Rows input = Tables.of(MOMENT);
        for (int i = 0; i < 5; i++) {
            input.row(first.plusMinutes(30L * i));
        }
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "1h")
                        .closed(Ends.RIGHT)
                        .agg(min("t").as("least"), max("t").as("most")),
                Tables.of(MOMENT, "least:timestamp[us]", "most:timestamp[us]")
                        .row(first.minusHours(1), first, first)
                        .row(first, first.plusMinutes(30), first.plusHours(1))
                        .row(first.plusHours(1), first.plusMinutes(90), first.plusHours(2)));
        gives(
                pool,
                Tables.of("t:int64", "b:int64").row(0, 1).row(1, 3).row(2, 1).row(3, 2),
                frame -> frame.groupByDynamic("t", "2i").closed(Ends.RIGHT).agg(sum("b").as("b")),
                Tables.of("t:int64", "b:int64").row(-2, 1).row(0, 4).row(2, 2));
        gives(
                pool,
                Tables.of(KATHMANDU, "i:int64")
                        .row(in("Asia/Kathmandu", day(2020, 1, 1)), 0)
                        .row(in("Asia/Kathmandu", day(2020, 1, 2)), 1)
                        .row(in("Asia/Kathmandu", day(2020, 2, 1)), 2)
                        .row(in("Asia/Kathmandu", day(2020, 3, 1)), 3),
                frame -> frame.groupByDynamic("t", "1mo")
                        .closed(Ends.RIGHT)
                        .agg(collectList("i").as("i")),
                Tables.of(KATHMANDU, "i:list<int64>")
                        .row(in("Asia/Kathmandu", day(2019, 12, 1)), List.of(0L))
                        .row(in("Asia/Kathmandu", day(2020, 1, 1)), List.of(1L, 2L))
                        .row(in("Asia/Kathmandu", day(2020, 2, 1)), List.of(3L)));
    }

    @Test
    void closedOnBothSidesOrNone(MemoryPool pool) {
        Tables.Rows input = Tables.of("t:int64", "i:int64")
                .row(10, 0)
                .row(11, 1)
                .row(12, 2)
                .row(13, 3)
                .row(14, 4);
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "1i").closed(Ends.BOTH).agg(sum("i").as("i")),
                Tables.of("t:int64", "i:int64")
                        .row(10, 1)
                        .row(11, 3)
                        .row(12, 5)
                        .row(13, 7)
                        .row(14, 4));
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "1i").closed(Ends.NONE).count(),
                Tables.of("t:int64", "count:int64"));
    }

    @Test
    void anOffsetBeforeTheFirstIndex(MemoryPool pool) {
        gives(
                pool,
                Tables.of(MOMENT, "code:int64")
                        .row(day(2021, 4, 11), 1)
                        .row(day(2021, 4, 29), 2)
                        .row(day(2021, 5, 29), 1),
                frame -> frame.groupByDynamic("t", "1mo")
                        .period("2mo")
                        .offset("-1mo")
                        .agg(collectList("code").as("codes")),
                Tables.of(MOMENT, "codes:list<int64>")
                        .row(day(2021, 3, 1), List.of(1L, 2L))
                        .row(day(2021, 4, 1), List.of(1L, 2L, 1L))
                        .row(day(2021, 5, 1), List.of(1L)));
        Tables.Rows seconds = Tables.of(MOMENT, "v:float64");
        for (int i = 0; i <= 10; i++) {
            Object value = i == 3 ? Double.valueOf(0) : i == 8 ? Double.valueOf(-1) : null;
            seconds.row(day(2025, 1, 1).plusSeconds(i), value);
        }
        gives(
                pool,
                seconds,
                frame -> frame.groupByDynamic("t", "2s")
                        .period("3s")
                        .offset("-3s")
                        .agg(mean("v").as("v")),
                Tables.of(MOMENT, "v:float64")
                        .row(at(2024, 12, 31, 23, 59, 59), null)
                        .row(at(2025, 1, 1, 0, 0, 1), 0.0)
                        .row(at(2025, 1, 1, 0, 0, 3), 0.0)
                        .row(at(2025, 1, 1, 0, 0, 5), null)
                        .row(at(2025, 1, 1, 0, 0, 7), -1.0)
                        .row(at(2025, 1, 1, 0, 0, 9), null));
    }

    @Test
    void anOffsetBehindTheFirstIndex(MemoryPool pool) {
        Tables.Rows input = Tables.of(MOMENT, "v:int64")
                .row(at(2024, 3, 22, 3, 0, 0), 1)
                .row(at(2024, 3, 22, 4, 0, 0), 10)
                .row(at(2024, 3, 22, 5, 0, 0), 100)
                .row(at(2024, 3, 22, 6, 0, 0), 1000);
        Tables.Rows expected =
                Tables.of(MOMENT, "v:int64").row(at(2024, 3, 21, 5, 0, 0), 11).row(at(2024, 3, 22, 5, 0, 0), 1100);
        gives(pool, input, frame -> frame.groupByDynamic("t", "1d").offset("5h").agg(sum("v").as("v")), expected);
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "1d")
                        .offset("5h")
                        .startBy(new OnDay(DayOfWeek.FRIDAY))
                        .agg(sum("v").as("v")),
                expected);
    }

    @Test
    void mediansOfWindowsThatOverlap(MemoryPool pool) {
        Tables.Rows input = Tables.of(MOMENT, "foo:int64");
        for (int i = 0; i < 14; i++) {
            input.row(at(2023, 8, 22, 15, 44, 30).plusSeconds(20L * i), i == 0 ? 2 : 1);
        }
        Tables.Rows expected = Tables.of(MOMENT, "foo:float64");
        for (int minute = 44; minute <= 48; minute++) {
            expected.row(at(2023, 8, 22, 15, minute, 0), 1.0);
        }
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "60s")
                        .period("3m")
                        .agg(median("foo").as("foo")),
                expected);
    }

    @Test
    void daysAreThoseOfTheZone(MemoryPool pool) {
        Instant first = Instant.parse("1969-12-31T23:00:00Z");
        Tables.Rows lagos =
                Tables.of("t:timestamp[us, Africa/Lagos]").row(first).row(first.plusSeconds(3600));
        Tables.Rows utc = Tables.of("t:timestamp[us, UTC]").row(first).row(first.plusSeconds(3600));
        gives(
                pool,
                lagos,
                frame -> frame.groupByDynamic("t", "1d").count(),
                Tables.of("t:timestamp[us, Africa/Lagos]", "count:int64").row(first, 2));
        gives(
                pool,
                utc,
                frame -> frame.groupByDynamic("t", "1d").count(),
                Tables.of("t:timestamp[us, UTC]", "count:int64")
                        .row(Instant.parse("1969-12-31T00:00:00Z"), 1)
                        .row(Instant.EPOCH, 1));
    }

    private static void oneEach(MemoryPool pool, String every, List<Instant> moments, @Nullable WindowStart start) {
        Tables.Rows input = Tables.of(CENTRAL, "v:int64");
        Tables.Rows expected = Tables.of(CENTRAL, "v:float64");
        for (int i = 0; i < moments.size(); i++) {
            input.row(moments.get(i), i);
            expected.row(moments.get(i), (double) i);
        }
        gives(
                pool,
                input,
                frame -> {
                    DynamicGroupBy windows = frame.groupByDynamic("t", every);
                    return (start == null ? windows : windows.startBy(start))
                            .agg(mean("v").as("v"));
                },
                expected);
    }

    @Test
    void acrossTheEndOfDaylightSaving(MemoryPool pool) {
        Instant midnight = in("US/Central", day(2021, 11, 7));
        oneEach(
                pool,
                "1h",
                List.of(midnight, midnight.plusSeconds(3600), midnight.plusSeconds(7200), midnight.plusSeconds(10_800)),
                new AtFirst());
        oneEach(
                pool,
                "1d",
                List.of(midnight, in("US/Central", day(2021, 11, 8)), in("US/Central", day(2021, 11, 9))),
                new AtFirst());
        oneEach(
                pool,
                "1w",
                List.of(midnight, in("US/Central", day(2021, 11, 14)), in("US/Central", day(2021, 11, 21))),
                new AtFirst());
        oneEach(pool, "1mo", List.of(in("US/Central", day(2021, 11, 1)), in("US/Central", day(2021, 12, 1))), null);
    }

    @Test
    void daysOfTheWeekAcrossTheEndOfDaylightSaving(MemoryPool pool) {
        Tables.Rows input = Tables.of(CENTRAL, "v:int64");
        for (int i = 0; i < 8; i++) {
            input.row(in("US/Central", day(2021, 11, 7 + i)), i);
        }
        for (DayOfWeek day : DayOfWeek.values()) {
            int shift = day.ordinal();
            gives(
                    pool,
                    input,
                    frame -> frame.groupByDynamic("t", "1w")
                            .startBy(new OnDay(day))
                            .agg(mean("v").as("v")),
                    Tables.of(CENTRAL, "v:float64")
                            .row(in("US/Central", day(2021, 11, 1 + shift)), shift / 2.0)
                            .row(in("US/Central", day(2021, 11, 8 + shift)), 4 + shift / 2.0));
        }
    }

    @Test
    void stepsOfSeveralDaysAndMonths(MemoryPool pool) {
        gives(
                pool,
                Tables.of(MOMENT).row(at(2000, 1, 1, 3, 0, 0)),
                frame -> frame.groupByDynamic("t", "2d").count(),
                Tables.of(MOMENT, "count:int64").row(day(1999, 12, 31), 1));
        gives(
                pool,
                Tables.of("t:date", "b:int64")
                        .row(LocalDate.of(2023, 3, 3), 1)
                        .row(LocalDate.of(2023, 8, 31), 2)
                        .row(LocalDate.of(2023, 9, 1), 3)
                        .row(LocalDate.of(2023, 9, 4), 4),
                frame -> frame.groupByDynamic("t", "6mo")
                        .period("3d")
                        .startBy(new AtFirst())
                        .withBounds()
                        .agg(sum("b").as("b")),
                Tables.of("_lower_boundary:date", "_upper_boundary:date", "t:date", "b:int64")
                        .row(LocalDate.of(2023, 3, 3), LocalDate.of(2023, 3, 6), LocalDate.of(2023, 3, 3), 1)
                        .row(LocalDate.of(2023, 9, 3), LocalDate.of(2023, 9, 6), LocalDate.of(2023, 9, 3), 4));
        gives(
                pool,
                Tables.of("a:int64", "t:date", "c:int64")
                        .row(1, LocalDate.of(2020, 1, 1), 1)
                        .row(2, LocalDate.of(2020, 1, 2), 1)
                        .row(3, LocalDate.of(2020, 1, 3), 2),
                frame -> frame.groupByDynamic("t", "2d").by("c").agg(sum("a").as("a")),
                Tables.of("c:int64", "t:date", "a:int64")
                        .row(1, LocalDate.of(2020, 1, 1), 3)
                        .row(2, LocalDate.of(2020, 1, 3), 3));
        gives(
                pool,
                Tables.of(MOMENT, "b:int64")
                        .row(day(2020, 1, 1), 1)
                        .row(day(2020, 2, 1), 2)
                        .row(day(2020, 3, 1), 3),
                frame -> frame.groupByDynamic("t", "1mo")
                        .period("45d")
                        .withBounds()
                        .agg(sum("b").as("b")),
                Tables.of("_lower_boundary:timestamp[us]", "_upper_boundary:timestamp[us]", MOMENT, "b:int64")
                        .row(day(2020, 1, 1), day(2020, 2, 15), day(2020, 1, 1), 3)
                        .row(day(2020, 2, 1), day(2020, 3, 17), day(2020, 2, 1), 5)
                        .row(day(2020, 3, 1), day(2020, 4, 15), day(2020, 3, 1), 3));
    }

    @Test
    void secondValuesOfWindowsFromTheFirstIndex(MemoryPool pool) {
        Tables.Rows input = Tables.of("t:date", "data:int64");
        for (int i = 0; i < 8; i++) {
            input.row(LocalDate.of(2021, 1, 1 + i), i);
        }
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "2d")
                        .period("3d")
                        .startBy(new AtFirst())
                        .agg(nth("data", 1).as("get")),
                Tables.of("t:date", "get:int64")
                        .row(LocalDate.of(2021, 1, 1), 1)
                        .row(LocalDate.of(2021, 1, 3), 3)
                        .row(LocalDate.of(2021, 1, 5), 5)
                        .row(LocalDate.of(2021, 1, 7), 7));
    }

    @Test
    void rowsNeedNoOrderAndNoIndex(MemoryPool pool) {
        gives(
                pool,
                Tables.of("t:int64", "v:int64")
                        .row(5, 1)
                        .row(null, 7)
                        .row(-1, 2)
                        .row(4, 3),
                frame -> frame.groupByDynamic("t", "2i").agg(sum("v").as("v")),
                Tables.of("t:int64", "v:int64").row(-2, 2).row(4, 4));
    }

    @Test
    void sparseSquares(MemoryPool pool) {
        Tables.Rows input = Tables.of("t:int64");
        for (long i = 0; i < 300; i++) {
            input.row(i * i);
        }
        Expr total = sum(col("count")).as("total");
        gives(
                pool,
                input,
                frame -> frame.groupByDynamic("t", "1i")
                        .closed(Ends.BOTH)
                        .count()
                        .select(count().as("n"), total),
                Tables.of("n:int64", "total:int64").row(598, 599));
    }

    @Test
    void whatDoesNotFitIsRefused(MemoryPool pool) {
        try (Table table = Tables.of(MOMENT, "i:int64").row(day(2020, 1, 1), 1).build(pool)) {
            LazyFrame frame = LazyFrame.of(table);
            assertThatThrownBy(() -> frame.groupByDynamic("t", "3000i"))
                    .hasMessageContaining("does not fit column \"t\"");
            assertThatThrownBy(() -> frame.groupByDynamic("i", "3000d"))
                    .hasMessageContaining("does not fit column \"i\"");
            assertThatThrownBy(() -> frame.groupByDynamic("i", "-1i")).hasMessageContaining("a step above 0");
            assertThatThrownBy(() -> frame.groupByDynamic("t", "1mo2d").count())
                    .hasMessageContaining("of months, or of days and time");
            assertThatThrownBy(() -> frame.groupByDynamic("t", "soon")).hasMessageContaining("is no span");
            assertThatThrownBy(() -> frame.groupByDynamic("i", "1i").startBy(new OnDay(DayOfWeek.MONDAY)))
                    .hasMessageContaining("no day of the week");
        }
    }
}
