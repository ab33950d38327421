package dev.sheaf.expr.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Dates and times as text by formats of C's `strftime`, with the letters that DuckDB has.
public final class TemporalFormat {
    private static final String LETTERS = "aAbBcdfgGHIjmMnpSuUVwWxXyYZz%";
    private static final int PIVOT_YEAR = 69;

    private final String format;
    private final List<Part> parts;

    private TemporalFormat(String format, List<Part> parts) {
        this.format = format;
        this.parts = parts;
    }

    /// A letter, without zeros in front if `bare`; or, if the letter is 0, a text as it stands.
    private record Part(char letter, boolean bare, String text) {}

    /// @throws IllegalArgumentException if a letter behind `%` is not known
    public static TemporalFormat of(String format) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                parts.add(new Part((char) 0, false, String.valueOf(c)));
                continue;
            }
            boolean bare = i + 1 < format.length() && format.charAt(i + 1) == '-';
            i += bare ? 2 : 1;
            if (i >= format.length() || LETTERS.indexOf(format.charAt(i)) < 0) {
                throw new IllegalArgumentException("the format '" + format + "' has a % before "
                        + (i >= format.length() ? "its end" : "'" + format.charAt(i) + "'") + "; letters: " + LETTERS);
            }
            expand(format.charAt(i), bare, parts);
        }
        return new TemporalFormat(format, parts);
    }

    private static void expand(char letter, boolean bare, List<Part> parts) {
        switch (letter) {
            case '%' -> parts.add(new Part((char) 0, false, "%"));
            case 'c' -> parts.addAll(of("%Y-%m-%d %H:%M:%S").parts);
            case 'x' -> parts.addAll(of("%Y-%m-%d").parts);
            case 'X' -> parts.addAll(of("%H:%M:%S").parts);
            default -> parts.add(new Part(letter, bare, ""));
        }
    }

    /// The text of a moment.
    public String format(LocalDateTime moment) {
        StringBuilder out = new StringBuilder();
        for (Part part : parts) {
            out.append(part.letter() == 0 ? part.text() : format(part, moment));
        }
        return out.toString();
    }

    private static String format(Part part, LocalDateTime moment) {
        return switch (part.letter()) {
            case 'a' -> moment.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> moment.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b' -> moment.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'B' -> moment.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'p' -> moment.getHour() < 12 ? "AM" : "PM";
            case 'z' -> "+00";
            case 'Z' -> "";
            default -> padded(number(part.letter(), moment), part.bare() ? 1 : digits(part.letter()));
        };
    }

    private static String padded(long number, int digits) {
        String text = Long.toString(Math.abs(number));
        return (number < 0 ? "-" : "") + "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    private static int digits(char letter) {
        return switch (letter) {
            case 'f' -> 6;
            case 'g', 'j' -> 3;
            case 'n' -> 9;
            case 'Y', 'G' -> 4;
            case 'u', 'w' -> 1;
            default -> 2;
        };
    }

    private static long number(char letter, LocalDateTime moment) {
        int weekday = moment.getDayOfWeek().getValue();
        int day = moment.getDayOfYear();
        return switch (letter) {
            case 'd' -> moment.getDayOfMonth();
            case 'm' -> moment.getMonthValue();
            case 'y' -> Math.floorMod(moment.getYear(), 100);
            case 'Y' -> moment.getYear();
            case 'H' -> moment.getHour();
            case 'I' -> (moment.getHour() + 11) % 12 + 1;
            case 'M' -> moment.getMinute();
            case 'S' -> moment.getSecond();
            case 'f' -> moment.getNano() / 1_000;
            case 'g' -> moment.getNano() / 1_000_000;
            case 'n' -> moment.getNano();
            case 'j' -> day;
            case 'w' -> weekday % 7;
            case 'u' -> weekday;
            case 'U' -> (day + 6 - weekday % 7) / 7;
            case 'W' -> (day + 6 - (weekday + 6) % 7) / 7;
            case 'V' -> moment.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case 'G' -> moment.get(IsoFields.WEEK_BASED_YEAR);
            default -> throw new AssertionError(letter);
        };
    }

    /// The moment that a text of this format says; what it does not say is that of 1900-01-01. Null if the text
    /// is none.
    ///
    /// @throws IllegalArgumentException if the format has what says nothing of a moment alone
    public @Nullable LocalDateTime parse(String text) {
        Fields fields = new Fields();
        int at = 0;
        for (Part part : parts) {
            at = part.letter() == 0 ? literal(part.text(), text, at) : read(part, text, at, fields);
            if (at < 0) {
                return null;
            }
        }
        return text.substring(at).isBlank() ? fields.moment() : null;
    }

    private static int literal(String expected, String text, int at) {
        if (!expected.isBlank()) {
            return text.startsWith(expected, at) ? at + expected.length() : -1;
        }
        int end = at;
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int read(Part part, String text, int at, Fields fields) {
        return switch (part.letter()) {
            case 'a', 'A' -> name(part, ChronoField.DAY_OF_WEEK, 7, text, at, fields);
            case 'b', 'B' -> name(part, ChronoField.MONTH_OF_YEAR, 12, text, at, fields);
            case 'p' -> {
                String half =
                        text.substring(at, Math.min(text.length(), at + 2)).toUpperCase(Locale.ROOT);
                fields.afternoon = half.equals("PM");
                yield Set.of("AM", "PM").contains(half) ? at + 2 : -1;
            }
            case 'd', 'm', 'y', 'Y', 'H', 'I', 'M', 'S', 'j', 'f', 'g', 'n' -> number(part.letter(), text, at, fields);
            default ->
                throw new IllegalArgumentException(
                        "strptime does not read the letter %" + part.letter() + " of the format '" + format + "'");
        };
    }

    private static int name(Part part, ChronoField field, int count, String text, int at, Fields fields) {
        TextStyle style = Character.isUpperCase(part.letter()) ? TextStyle.FULL : TextStyle.SHORT;
        for (int value = 1; value <= count; value++) {
            String name = field == ChronoField.DAY_OF_WEEK
                    ? java.time.DayOfWeek.of(value).getDisplayName(style, Locale.ENGLISH)
                    : java.time.Month.of(value).getDisplayName(style, Locale.ENGLISH);
            if (text.regionMatches(true, at, name, 0, name.length())) {
                fields.month = field == ChronoField.MONTH_OF_YEAR ? value : fields.month;
                return at + name.length();
            }
        }
        return -1;
    }

    private static int number(char letter, String text, int at, Fields fields) {
        int end = at;
        while (end < text.length() && end - at < digits(letter) && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == at) {
            return -1;
        }
        fields.set(letter, Integer.parseInt(text, at, end, 10), end - at);
        return end;
    }

    /// What a text has said so far.
    private static final class Fields {
        private int year = 1900;
        private int month = 1;
        private int day = 1;
        private int dayOfYear;
        private int hour;
        private int minute;
        private int second;
        private int nano;
        private boolean half;
        private boolean afternoon;

        void set(char letter, int value, int digits) {
            switch (letter) {
                case 'Y' -> year = value;
                case 'y' -> year = value + (value < PIVOT_YEAR ? 2000 : 1900);
                case 'm' -> month = value;
                case 'd' -> day = value;
                case 'j' -> dayOfYear = value;
                case 'H' -> hour = value;
                case 'I' -> {
                    hour = value;
                    half = true;
                }
                case 'M' -> minute = value;
                case 'S' -> second = value;
                default -> nano = value * (int) Math.pow(10, 9 - digits);
            }
        }

        @Nullable
        LocalDateTime moment() {
            try {
                LocalDate date = dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
                boolean fits = !half || (hour >= 1 && hour <= 12);
                int full = !half ? hour : hour % 12 + (afternoon ? 12 : 0);
                return fits ? date.atTime(LocalTime.of(full, minute, second, nano)) : null;
            } catch (DateTimeException none) {
                return null;
            }
        }
    }
}
