package dev.sheaf.expr.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.TypeNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Texts of numbers and dates beside those that Java writes: of all sizes, and in chunks where only some rows are asked
/// for.
class TextCastsRandomTest {
    private static final int CASES = 60;
    private static final int MOST_ROWS = 2_500;
    private static final long DAYS_TO_9999 = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

    private static final DateTimeFormatter TIMESTAMPS = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    /// A value and its text.
    private record Pair(Object value, String text) {}

    @Test
    void textsAreThoseThatJavaWrites() {
        RandomCases.run(CASES, random -> {
            check(random, "int64", number -> new Pair(number, Long.toString(number)));
            check(random, "uint64", number -> unsigned(number));
            check(random, "date", number -> date(Math.floorMod(number, DAYS_TO_9999 - FIRST_DAY) + FIRST_DAY));
            check(random, "timestamp[us]", number -> timestamp(number / 1_000_000 % 59_000_000_000L, number));
            int scale = random.nextInt(19);
            check(random, "decimal(18, " + scale + ")", number -> decimal(number % 1_000_000_000_000_000_000L, scale));
        });
    }

    private static Pair unsigned(long number) {
        BigInteger value = new BigInteger(Long.toUnsignedString(number));
        return new Pair(value, value.toString());
    }

    private static Pair date(long day) {
        LocalDate date = LocalDate.ofEpochDay(day);
        return new Pair(date, date.toString());
    }

    private static Pair timestamp(long second, long number) {
        int micros = number % 3 == 0 ? 0 : (int) Math.floorMod(number, 1_000_000L);
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, micros * 1_000, ZoneOffset.UTC);
        return new Pair(time, TIMESTAMPS.format(time));
    }

    private static Pair decimal(long unscaled, int scale) {
        BigDecimal value = BigDecimal.valueOf(unscaled, scale);
        return new Pair(value, value.toPlainString());
    }

    private static void check(SplittableRandom random, String type, java.util.function.LongFunction<Pair> pair) {
        Tables.Rows rows = Tables.of("a:" + type);
        List<@Nullable String> expected = new ArrayList<>();
        for (int row = random.nextInt(1, MOST_ROWS); row > 0; row--) {
            Pair next = random.nextInt(9) == 0 ? null : pair.apply(number(random));
            rows.row(next == null ? null : next.value());
            expected.add(next == null ? null : next.text());
        }
        try (MemoryPool pool = MemoryPool.create();
                Table table = rows.build(pool)) {
            Expr text = Expressions.col("a").cast(DataType.STRING);
            assertThat(values(text, table, pool)).as(type).isEqualTo(expected);
            assertThat(values(Expressions.call(Function.CONCAT, text, text), table, pool))
                    .as("%s twice", TypeNames.parse(type))
                    .isEqualTo(expected.stream()
                            .map(each -> each == null ? null : each + each)
                            .toList());
        }
    }

    /// Of any number of bits, and those beside a power of ten.
    private static long number(SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            return (long) Math.pow(10, random.nextInt(19)) - random.nextInt(2);
        }
        long magnitude = random.nextLong() >>> random.nextInt(64);
        return random.nextBoolean() ? magnitude : -magnitude;
    }

    private static List<@Nullable Object> values(Expr expr, Table table, MemoryPool pool) {
        try (Column column = Evaluator.compile(expr, table.schema()).evaluate(table, pool)) {
            List<@Nullable Object> values = new ArrayList<>();
            for (long row = 0; row < column.length(); row++) {
                values.add(column.get(row));
            }
            return values;
        }
    }
}
