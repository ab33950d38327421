package dev.sheaf.benchmarks.shapes.table;

import dev.sheaf.cli.datagen.Draws;
import dev.sheaf.cli.datagen.GeneratedColumn;
import dev.sheaf.cli.datagen.Numbers;
import dev.sheaf.cli.datagen.Texts;
import dev.sheaf.column.DataType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.LongPredicate;

/// One column of a wide table. Its values are numbered from 0 to `values` - 1; the class says what each number
/// stands for, the distribution in which rows it comes.
///
/// @param width which of the class's types it has, from 0 on: [ColumnClass#widths()]
/// @param values how many distinct values it can have
/// @param specials whether one row in 10,000 is NaN and another one -0.0; only for floats
public record WideColumn(
        String name,
        ColumnClass columnClass,
        int width,
        long values,
        int nullPercent,
        Distribution distribution,
        boolean specials,
        long seed) {
    private static final long FIRST_DAY = LocalDate.of(1990, 1, 1).toEpochDay();
    private static final long FIRST_SECOND = LocalDateTime.of(2000, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
    private static final long[] UNIT_SECONDS = {1, 60, 3600};
    private static final int[] DECIMAL_DIGITS = {9, 18, 24};
    private static final int[] DECIMAL_SCALES = {2, 4, 6};
    private static final long MICROS = 1_000_000;
    private static final long SPECIAL_ROWS = 10_000;
    private static final int SCATTERED_BITS = 56;
    private static final int CODE_DIGITS = 8;

    /// What its values are.
    public Kind kind() {
        return columnClass.kind();
    }

    /// The column for a table of so many rows.
    GeneratedColumn over(long rows) {
        Numbers numbers = distribution.over(values, rows, Draws.of(seed, name));
        LongPredicate nulls = nulls();
        return switch (columnClass) {
            case BOOL -> GeneratedColumn.bools(name, numbers, nulls);
            case CODE, NAME, HEX, URL -> GeneratedColumn.texts(name, texts(), numbers, nulls, false);
            case DICTIONARY -> GeneratedColumn.texts(name, texts(), numbers, nulls, true);
            case DENSE, SCATTERED, NARROW, DECIMAL, DATE, TIMESTAMP ->
                GeneratedColumn.whole(name, type(), row -> whole(numbers.at(row)), nulls);
            case FLOAT -> GeneratedColumn.whole(name, type(), floats(numbers), nulls);
        };
    }

    private LongPredicate nulls() {
        if (nullPercent == 0) {
            return GeneratedColumn.NO_NULLS;
        }
        Draws draws = Draws.of(seed, "nulls of " + name);
        return row -> draws.below(row, 100) < nullPercent;
    }

    private DataType type() {
        return switch (columnClass) {
            case DENSE -> width == 0 ? DataType.INT32 : DataType.INT64;
            case SCATTERED -> DataType.INT64;
            case NARROW -> width == 0 ? DataType.INT8 : DataType.INT16;
            case BOOL -> DataType.BOOL;
            case DECIMAL -> DataType.decimal(DECIMAL_DIGITS[width], DECIMAL_SCALES[width]);
            case DATE -> DataType.DATE;
            case TIMESTAMP -> DataType.TIMESTAMP;
            case FLOAT -> width == 0 ? DataType.FLOAT64 : DataType.FLOAT32;
            case CODE, NAME, HEX, URL, DICTIONARY -> DataType.STRING;
        };
    }

    private long whole(long number) {
        return switch (columnClass) {
            case DENSE -> number + 1;
            case SCATTERED -> Draws.next(number, 0) >>> (Long.SIZE - SCATTERED_BITS);
            case NARROW -> number - columnClass.most(width) / 2;
            case DECIMAL -> 13 * number + 99;
            case DATE -> FIRST_DAY + number;
            case TIMESTAMP -> (FIRST_SECOND + number * UNIT_SECONDS[width]) * MICROS;
            case BOOL, FLOAT, CODE, NAME, HEX, URL, DICTIONARY -> number;
        };
    }

    private double floating(long number) {
        return width == 0 ? 0.37 * number + 0.01 : 0.25f * number;
    }

    private Numbers floats(Numbers numbers) {
        Draws draws = Draws.of(seed, "specials of " + name);
        return row -> {
            double value = floating(numbers.at(row));
            if (specials) {
                long draw = draws.below(row, SPECIAL_ROWS);
                value = draw == 0 ? Double.NaN : draw == 1 ? -0.0 : value;
            }
            return width == 0 ? Double.doubleToRawLongBits(value) : Float.floatToRawIntBits((float) value);
        };
    }

    private Texts texts() {
        return switch (columnClass) {
            case CODE -> Texts.numbered("C", CODE_DIGITS, values);
            case NAME -> TextForms.names();
            case HEX -> TextForms.hex();
            case URL -> TextForms.urls();
            case DICTIONARY -> TextForms.words();
            case DENSE, SCATTERED, NARROW, BOOL, DECIMAL, DATE, TIMESTAMP, FLOAT ->
                throw new IllegalStateException(columnClass + " is no text");
        };
    }

    /// The text of a value, for texts.
    public String text(long number) {
        return TextForms.text(texts(), number);
    }

    /// A value as SQL.
    public String literal(long number) {
        return switch (columnClass) {
            case DENSE, SCATTERED, NARROW -> Long.toString(whole(number));
            case BOOL -> (number & 1) == 0 ? "FALSE" : "TRUE";
            case DECIMAL ->
                BigDecimal.valueOf(whole(number), DECIMAL_SCALES[width]).toPlainString();
            case DATE -> "DATE '" + LocalDate.ofEpochDay(whole(number)) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + moment(whole(number) / MICROS) + "'";
            case FLOAT -> new BigDecimal(Double.toString(floating(number))).toPlainString() + "e0";
            case CODE, NAME, HEX, URL, DICTIONARY -> quoted(text(number));
        };
    }

    private static String moment(long seconds) {
        return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /// A constant below which about this share of the distinct values lies.
    public String threshold(double share) {
        if (columnClass.isMonotonic()) {
            return literal(Math.min(values - 1, (long) (share * values)));
        }
        return switch (columnClass) {
            case SCATTERED -> Long.toString((long) (share * (1L << SCATTERED_BITS)));
            case HEX -> "'" + "%08x".formatted((long) (share * (1L << Integer.SIZE))) + "'";
            default -> literal((long) (share * values));
        };
    }
}
