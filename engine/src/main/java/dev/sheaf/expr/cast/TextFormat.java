package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.value.AsciiTexts;
import dev.sheaf.expr.value.Calendar;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.value.ZoneText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Writes values as text, the way DuckDB does.
public final class TextFormat {
    private static final int NANO_DIGITS = 9;
    private static final int SECONDS_PER_HOUR = 3600;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int MIN_FIXED_EXPONENT = -4;
    private static final int MAX_FIXED_EXPONENT = 15;

    private TextFormat() {}

    /// How values that a long holds are written.
    @FunctionalInterface
    interface LongForm {
        void append(AsciiTexts out, long value);
    }

    public static String of(long value, DataType type) {
        AsciiTexts out = new AsciiTexts();
        longs(type).append(out, value);
        return out.toString();
    }

    /// The form of values of a type that is stored in up to 64 bits.
    static LongForm longs(DataType type) {
        return switch (type) {
            case DataType.DecimalType(int _, int scale) when scale > 0 -> decimal(Powers.longTen(scale), scale);
            case DateType() -> TextFormat::date;
            case TimeType(TimeUnit unit) -> (out, value) -> time(out, value, unit);
            case TimestampType timestamp -> timestamp(timestamp.unit(), ZoneText.of(timestamp));
            case DurationType(TimeUnit unit) -> (out, value) -> duration(out, value, unit);
            default -> type.equals(DataType.UINT64) ? (out, value) -> out.padded(value, 1) : AsciiTexts::append;
        };
    }

    private static LongForm decimal(long power, int scale) {
        return (out, unscaled) -> {
            if (unscaled < 0) {
                out.append('-');
            }
            out.padded(Math.abs(unscaled / power), 1).append('.').padded(Math.abs(unscaled % power), scale);
        };
    }

    /// Years before 1 are counted backwards, marked BC.
    static void date(AsciiTexts out, long day) {
        long civil = Calendar.civil(day);
        long year = Calendar.year(civil);
        out.padded(year > 0 ? year : 1L - year, 4);
        out.append('-').padded(Calendar.month(civil), 2);
        out.append('-').padded(Calendar.dayOfMonth(civil), 2);
        if (year <= 0) {
            out.append(" (BC)");
        }
    }

    static void time(AsciiTexts out, long count, TimeUnit unit) {
        long seconds = count / unit.perSecond();
        long nanos = count % unit.perSecond() * (TimeUnit.NANO.perSecond() / unit.perSecond());
        clock(out, seconds / SECONDS_PER_HOUR, seconds % SECONDS_PER_HOUR, nanos);
    }

    private static void clock(AsciiTexts out, long hours, long seconds, long nanos) {
        out.padded(hours, 2);
        out.append(':').padded(seconds / SECONDS_PER_MINUTE, 2);
        out.append(':').padded(seconds % SECONDS_PER_MINUTE, 2);
        if (nanos != 0) {
            out.append('.').padded(nanos, NANO_DIGITS).dropZeros();
        }
    }

    private static LongForm timestamp(TimeUnit unit, ZoneText zone) {
        long perDay = Calendar.perDay(unit);
        return (out, count) -> {
            long local = zone.toLocal(count);
            date(out, Math.floorDiv(local, perDay));
            out.append(' ');
            time(out, Math.floorMod(local, perDay), unit);
            zone.append(out, count);
        };
    }

    private static void duration(AsciiTexts out, long count, TimeUnit unit) {
        long perDay = Calendar.perDay(unit);
        long days = count / perDay;
        if (days != 0) {
            counted(out, days, "day");
        }
        span(out, (count - days * perDay) * (TimeUnit.NANO.perSecond() / unit.perSecond()), days == 0);
    }

    static void interval(AsciiTexts out, int months, int days, long nanos) {
        if (months / 12 != 0) {
            counted(out, months / 12, "year");
        }
        if (months % 12 != 0) {
            counted(out, months % 12, "month");
        }
        if (days != 0) {
            counted(out, days, "day");
        }
        span(out, nanos, out.isEmpty());
    }

    private static void counted(AsciiTexts out, long count, String unit) {
        out.append(out.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
        out.append(count == 1 || count == -1 ? "" : "s");
    }

    /// Hours, minutes and seconds; of nothing only if nothing else was written.
    private static void span(AsciiTexts out, long nanos, boolean alone) {
        if (nanos == 0 && !alone) {
            return;
        }
        out.append(alone ? "" : " ").append(nanos < 0 ? "-" : "");
        long perHour = SECONDS_PER_HOUR * TimeUnit.NANO.perSecond();
        long rest = Math.abs(nanos % perHour);
        clock(out, Math.abs(nanos / perHour), rest / TimeUnit.NANO.perSecond(), rest % TimeUnit.NANO.perSecond());
    }

    /// Numbers above these have more digits, or Java writes no more of them than there need to be.
    private static final double LARGEST_OF_ONE_DIGIT = 1e-322;

    private static final double LARGEST_OF_ONE_DIGIT_FLOAT = 1e-43;

    /// The fewest digits that give the float back; with an exponent from 10^16 on and below 10^-4.
    static void floating(AsciiTexts out, double value, boolean single) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            out.append(Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
            return;
        }
        String shortest = shortest(value, single);
        int mark = shortest.indexOf('E');
        int point = shortest.indexOf('.');
        int sign = shortest.charAt(0) == '-' ? 1 : 0;
        String whole = shortest.substring(sign, point);
        String decimals = shortest.substring(point + 1, mark < 0 ? shortest.length() : mark);
        String all = whole + (decimals.equals("0") ? "" : decimals);
        String digits = all.substring(leadingZeros(all));
        out.append(sign == 1 ? "-" : "");
        if (digits.isEmpty()) {
            out.append("0.0");
            return;
        }
        int written = mark < 0 ? 0 : Integer.parseInt(shortest.substring(mark + 1));
        int exponent = whole.equals("0") ? written - leadingZeros(decimals) - 1 : written + whole.length() - 1;
        place(out, digits.substring(0, digits.length() - trailingZeros(digits)), exponent);
    }

    /// As Java writes it, but for numbers so small that one digit is enough: Java writes two (4.9E-324).
    private static String shortest(double value, boolean single) {
        String written = single ? Float.toString((float) value) : Double.toString(value);
        if (value == 0 || Math.abs(value) > (single ? LARGEST_OF_ONE_DIGIT_FLOAT : LARGEST_OF_ONE_DIGIT)) {
            return written;
        }
        BigDecimal one = new BigDecimal(written).round(new MathContext(1, RoundingMode.HALF_EVEN));
        boolean same = single ? one.floatValue() == (float) value : one.doubleValue() == value;
        return same ? one.unscaledValue() + ".0E" + -one.scale() : written;
    }

    private static int leadingZeros(String digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return zeros;
    }

    private static int trailingZeros(String digits) {
        int zeros = 0;
        while (digits.charAt(digits.length() - 1 - zeros) == '0') {
            zeros++;
        }
        return zeros;
    }

    /// Digits whose first stands for 10 to the `exponent`.
    private static void place(AsciiTexts out, String digits, int exponent) {
        if (exponent < MIN_FIXED_EXPONENT || exponent > MAX_FIXED_EXPONENT) {
            out.append(digits.charAt(0));
            if (digits.length() > 1) {
                out.append('.').append(digits.substring(1));
            }
            out.append(exponent < 0 ? "e-" : "e+").padded(Math.abs(exponent), 2);
        } else if (exponent < 0) {
            out.append("0.").append("0".repeat(-exponent - 1)).append(digits);
        } else if (digits.length() <= exponent + 1) {
            out.append(digits)
                    .append("0".repeat(exponent + 1 - digits.length()))
                    .append(".0");
        } else {
            out.append(digits.substring(0, exponent + 1)).append('.').append(digits.substring(exponent + 1));
        }
    }
}
