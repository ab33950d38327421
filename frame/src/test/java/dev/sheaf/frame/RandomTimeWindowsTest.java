package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Windows of time over random rows, across changes of daylight saving, give what a walk over all windows
/// with java.time gives.
@ExtendWith(PoolCheck.class)
class RandomTimeWindowsTest {
    private static final List<String> ZONES = List.of("UTC", "America/Chicago", "Europe/Berlin", "+05:30");
    private static final List<String> STEPS = List.of("1mo", "2mo", "1w", "2d", "1d", "1d12h", "6h", "1h", "30m");
    private static final List<String> PERIODS = List.of("1mo", "3mo", "10d", "1w", "1d", "7h", "1h", "45m");
    private static final List<String> OFFSETS = List.of("1d", "-2d", "3h", "-1h", "-15m");
    private static final Duration HOUR = Duration.ofHours(1);

    /// A window that begins on the 31st may end before one that begins on the 30th: months have fewer days.
    private static final Duration MONTHS_DIFFER = Duration.ofDays(4);

    private record Row(@Nullable Integer key, Instant at, long value) {}

    /// What is asked, and in which zone.
    private record Asked(
            ZoneId zone,
            Interval every,
            Interval period,
            @Nullable Interval offset,
            Ends closed,
            boolean fromFirst) {

        LocalDateTime local(Instant at) {
            return LocalDateTime.ofInstant(at, zone);
        }

        Instant instant(LocalDateTime local) {
            return local.toInstant(zone.getRules().getOffset(local));
        }

        Instant after(Instant at, Interval span) {
            boolean stays = span.months() == 0 && span.days() == 0;
            Instant moved =
                    stays ? at : instant(local(at).plusMonths(span.months()).plusDays(span.days()));
            return moved.plusNanos(span.nanos());
        }

        LocalDateTime gridOrigin() {
            boolean weeks = every.months() == 0 && every.nanos() == 0 && every.days() % 7 == 0;
            return LocalDateTime.of(1970, 1, weeks ? 5 : 1, 0, 0);
        }

        /// Windows of months that are moved by days start so far from the first of a month.
        boolean movesLast() {
            return !fromFirst && every.months() > 0 && offset != null;
        }

        Instant moved(Instant at, int sign) {
            return offset == null || !movesLast()
                    ? at
                    : after(at, new Interval(sign * offset.months(), sign * offset.days(), sign * offset.nanos()));
        }

        LocalDateTime shiftedOrigin() {
            LocalDateTime origin = gridOrigin();
            return offset == null || movesLast()
                    ? origin
                    : origin.plusMonths(offset.months()).plusDays(offset.days()).plusNanos(offset.nanos());
        }

        Instant start(LocalDateTime origin, long number) {
            Duration step = Duration.ofDays(every.days()).plusNanos(every.nanos());
            if (every.months() == 0 && step.compareTo(HOUR) <= 0) {
                return instant(origin).plus(step.multipliedBy(number));
            }
            LocalDateTime shown = every.months() > 0
                    ? origin.plusMonths(number * every.months())
                    : origin.plus(step.multipliedBy(number));
            return instant(shown);
        }

        /// The number of the last start that is not behind a moment.
        long number(LocalDateTime origin, Instant at) {
            Duration width =
                    Duration.ofDays(every.days() + 31L * every.months()).plusNanos(every.nanos());
            long number = Duration.between(instant(origin), at).dividedBy(width) - 3;
            while (!start(origin, number + 1).isAfter(at)) {
                number++;
            }
            return number;
        }

        /// Windows that touch end where the next one starts.
        boolean holds(Instant start, Instant at, LocalDateTime origin) {
            boolean touches = every.equals(period) && closed.left() != closed.right();
            Instant end = touches ? start(origin, number(origin, start) + 1) : after(start, period);
            boolean left = closed.left() ? !at.isBefore(start) : at.isAfter(start);
            boolean right = closed.right() ? !at.isAfter(end) : at.isBefore(end);
            return left && right;
        }

        /// Whether a moment lies before a window.
        boolean isPast(Instant start, Instant at) {
            return closed.left() ? at.isBefore(start) : !at.isAfter(start);
        }
    }

    @Test
    void windowsHoldWhatAWalkOverThemFinds(MemoryPool pool) {
        RandomCases.run(2000, random -> dynamic(random, pool));
    }

    @Test
    void rollingWindowsHoldWhatAWalkOverRowsFinds(MemoryPool pool) {
        RandomCases.run(2000, random -> rolling(random, pool));
    }

    private static <T> T pick(List<T> options, SplittableRandom random) {
        return options.get(random.nextInt(options.size()));
    }

    private static List<Row> rows(SplittableRandom random) {
        int spread = pick(List.of(3, 40, 900, 4000), random);
        List<Row> rows = new ArrayList<>();
        Instant around = pick(List.of("1970-04-26T06:00:00Z", "1970-10-25T05:00:00Z", "1981-03-29T00:00:00Z"), random)
                .transform(Instant::parse);
        for (int i = random.nextInt(40); i > 0; i--) {
            Integer key = random.nextInt(6) == 0 ? null : random.nextInt(3);
            rows.add(new Row(key, around.plusSeconds(900L * random.nextInt(-spread, spread)), random.nextInt(100)));
        }
        return rows;
    }

    private static Table table(List<Row> rows, ZoneId zone, MemoryPool pool) {
        DataType moment = new DataType.TimestampType(TimeUnit.MICRO, Optional.of(zone.getId()));
        Schema schema = new Schema(
                List.of(new Field("k", DataType.INT32), new Field("t", moment), new Field("v", DataType.INT64)));
        List<List<@Nullable Object>> columns = List.of(
                Arrays.asList(rows.stream().map(Row::key).toArray()),
                Arrays.asList(rows.stream().map(Row::at).toArray()),
                Arrays.asList(rows.stream().map(Row::value).toArray()));
        return Sample.plain(schema, columns).build(pool);
    }

    private static QueryContext context(MemoryPool pool, SplittableRandom random) {
        return QueryContext.builder().pool(pool).threads(random.nextInt(1, 4)).build();
    }

    private static void dynamic(SplittableRandom random, MemoryPool pool) {
        String every = pick(STEPS, random);
        String period = random.nextInt(3) == 0 ? every : pick(PERIODS, random);
        String offset = random.nextInt(3) == 0 ? pick(OFFSETS, random) : null;
        boolean fromFirst = random.nextInt(4) == 0;
        ZoneId zone = ZoneId.of(pick(ZONES, random));
        Asked asked = new Asked(
                zone,
                (Interval) Span.of(every).width(),
                (Interval) Span.of(period).width(),
                offset == null ? null : (Interval) Span.of(offset).width(),
                pick(List.of(Ends.values()), random),
                fromFirst);
        List<Row> rows = rows(random);
        try (Table table = table(rows, zone, pool);
                Table result = question(LazyFrame.of(table), every, period, offset, asked)
                        .agg(count().as("n"), sum("v").as("sum"))
                        .collect(context(pool, random))) {
            assertThat(list(result, "k", "t", "n", "sum"))
                    .as("every %s, period %s, offset %s, %s over %s", every, period, offset, asked, rows)
                    .isEqualTo(windows(rows, asked));
        }
    }

    private static DynamicGroupBy question(
            LazyFrame frame, String every, String period, @Nullable String offset, Asked asked) {
        DynamicGroupBy windows = frame.groupByDynamic("t", every)
                .period(period)
                .closed(asked.closed())
                .by("k");
        DynamicGroupBy moved = offset == null ? windows : windows.offset(offset);
        return asked.fromFirst() ? moved.startBy(new WindowStart.AtFirst()) : moved;
    }

    private static List<List<@Nullable Object>> list(Table table, String... columns) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String column : columns) {
                values.add(table.column(column).get(row));
            }
            rows.add(values);
        }
        return rows;
    }

    private static List<List<@Nullable Object>> windows(List<Row> rows, Asked asked) {
        List<List<@Nullable Object>> found = new ArrayList<>();
        List<@Nullable Integer> keys = new ArrayList<>();
        rows.stream().map(Row::key).distinct().forEach(keys::add);
        keys.sort(Comparator.nullsLast(Comparator.naturalOrder()));
        for (Integer key : keys) {
            List<Row> group = rows.stream()
                    .filter(row -> java.util.Objects.equals(row.key(), key))
                    .toList();
            Instant first =
                    group.stream().map(Row::at).min(Comparator.naturalOrder()).orElseThrow();
            LocalDateTime origin = asked.fromFirst() ? asked.local(first) : asked.shiftedOrigin();
            for (Instant start : starts(group, asked)) {
                List<Row> inside = group.stream()
                        .filter(row -> asked.holds(start, asked.moved(row.at(), -1), origin))
                        .toList();
                if (!inside.isEmpty()) {
                    long sum = inside.stream().mapToLong(Row::value).sum();
                    found.add(Arrays.asList(key, asked.moved(start, 1), (long) inside.size(), sum));
                }
            }
        }
        return found;
    }

    private static TreeSet<Instant> starts(List<Row> group, Asked asked) {
        TreeSet<Instant> moments = new TreeSet<>();
        group.forEach(row -> moments.add(asked.moved(row.at(), -1)));
        Instant first = moments.first();
        Instant firstIndex =
                group.stream().map(Row::at).min(Comparator.naturalOrder()).orElseThrow();
        LocalDateTime origin = asked.fromFirst() ? asked.local(first) : asked.shiftedOrigin();
        Instant earliest = first;
        if (!asked.fromFirst()) {
            // by the clock on the wall, as all starts are: three hours after midnight may be two hours later
            earliest = asked.start(origin, asked.number(asked.gridOrigin(), firstIndex));
            if (asked.isPast(earliest, first)) {
                long number = asked.number(origin, first);
                Instant holding = asked.start(origin, number);
                earliest = asked.isPast(holding, first) ? asked.start(origin, number - 1) : holding;
            }
        }
        TreeSet<Instant> starts = new TreeSet<>();
        for (Instant at : moments) {
            long number = asked.number(origin, at);
            for (long i = number; i >= number - 4000; i--) {
                Instant start = asked.start(origin, i);
                if (start.isBefore(earliest)) {
                    break;
                }
                starts.add(start);
                if (asked.after(start, asked.period()).isBefore(at.minus(MONTHS_DIFFER))) {
                    break;
                }
            }
        }
        return starts;
    }

    private static void rolling(SplittableRandom random, MemoryPool pool) {
        String period = pick(PERIODS, random);
        String offset = random.nextInt(3) == 0 ? pick(OFFSETS, random) : null;
        Ends closed = pick(List.of(Ends.values()), random);
        ZoneId zone = ZoneId.of(pick(List.of("UTC", "+05:30"), random));
        Interval length = (Interval) Span.of(period).width();
        Interval before = offset == null ? null : (Interval) Span.of(offset).width();
        Asked asked = new Asked(zone, length, length, before, closed, false);
        List<Row> rows = rows(random);
        try (Table table = table(rows, zone, pool)) {
            LazyRolling windows =
                    LazyFrame.of(table).rolling("t", period).closed(closed).by("k");
            LazyRolling moved = offset == null ? windows : windows.offset(offset);
            try (Table result = moved.agg(
                            count().as("n"), sum("v").as("sum"), median("v").as("median"), col("v"))
                    .collect(context(pool, random))) {
                assertThat(list(result, "k", "t", "n", "sum", "median", "v"))
                        .as("period %s, offset %s, %s over %s", period, offset, asked, rows)
                        .isEqualTo(rows.stream()
                                .map(row -> rolled(row, rows, asked))
                                .toList());
            }
        }
    }

    private static List<@Nullable Object> rolled(Row row, List<Row> rows, Asked asked) {
        Interval length = asked.period();
        Interval back = new Interval(-length.months(), -length.days(), -length.nanos());
        Instant start = asked.after(row.at(), asked.offset() == null ? back : asked.offset());
        Instant end = asked.offset() == null ? row.at() : asked.after(start, length);
        List<Long> values = rows.stream()
                .filter(other -> java.util.Objects.equals(other.key(), row.key()))
                .filter(other -> asked.closed().left()
                        ? !other.at().isBefore(start)
                        : other.at().isAfter(start))
                .filter(other -> asked.closed().right()
                        ? !other.at().isAfter(end)
                        : other.at().isBefore(end))
                .map(Row::value)
                .sorted()
                .toList();
        int size = values.size();
        Object sum =
                size == 0 ? null : values.stream().mapToLong(Long::longValue).sum();
        Object median = size == 0 ? null : (values.get((size - 1) / 2) + values.get(size / 2)) / 2.0;
        return Arrays.asList(row.key(), row.at(), (long) size, sum, median, row.value());
    }
}
