package dev.sheaf.expr.bind;

import dev.sheaf.expr.value.RegexFunctions;
import dev.sheaf.expr.value.RowFunction;
import dev.sheaf.expr.value.TemporalFormat;
import dev.sheaf.expr.value.TextFunctions;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The functions that are computed row by row on Java objects, by evaluator and interpreter alike.
public final class RowFunctions {
    private RowFunctions() {}

    /// What computes a call.
    ///
    /// @throws IllegalArgumentException if a constant pattern or format is none
    public static RowFunction of(BoundExpr.Call call) {
        @Nullable Object[] constants = new Object[call.arguments().size()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = call.argument(i) instanceof BoundExpr.Constant(Object value, var _) ? value : null;
        }
        return switch (call.function()) {
            case REGEXP_MATCHES -> RegexFunctions.matches(constants, false);
            case REGEXP_FULL_MATCH -> RegexFunctions.matches(constants, true);
            case REGEXP_EXTRACT -> RegexFunctions.extract(constants);
            case REGEXP_REPLACE -> RegexFunctions.replace(constants);
            case STRFTIME -> {
                Function<String, TemporalFormat> formats = formats(constants[1]);
                yield values -> formats.apply((String) values[1]).format((LocalDateTime) values[0]);
            }
            case STRPTIME, TRY_STRPTIME -> parsing(constants[1], call.function() == dev.sheaf.expr.Function.STRPTIME);
            default -> plain(call.function());
        };
    }

    private static RowFunction plain(dev.sheaf.expr.Function function) {
        return switch (function) {
            case SPLIT_PART ->
                values -> TextFunctions.splitPart((String) values[0], (String) values[1], (Long) values[2]);
            case TRANSLATE ->
                values -> TextFunctions.translate((String) values[0], (String) values[1], (String) values[2]);
            case REVERSE -> values -> TextFunctions.reverse((String) values[0]);
            case MD5 -> values -> TextFunctions.digest("MD5", (String) values[0]);
            case SHA256 -> values -> TextFunctions.digest("SHA-256", (String) values[0]);
            case CHR -> values -> TextFunctions.character((Long) values[0]);
            case UNICODE -> values -> TextFunctions.codePoint((String) values[0]);
            case LEVENSHTEIN -> values -> TextFunctions.distance((String) values[0], (String) values[1]);
            case MAKE_DATE -> RowFunctions::date;
            default -> throw new AssertionError(function);
        };
    }

    private static Function<String, TemporalFormat> formats(@Nullable Object constant) {
        if (!(constant instanceof String text)) {
            return TemporalFormat::of;
        }
        TemporalFormat format = TemporalFormat.of(text);
        return _ -> format;
    }

    private static RowFunction parsing(@Nullable Object constant, boolean strict) {
        Function<String, TemporalFormat> formats = formats(constant);
        return values -> {
            LocalDateTime moment = formats.apply((String) values[1]).parse((String) values[0]);
            if (moment == null && strict) {
                throw new IllegalArgumentException("strptime: '" + values[0] + "' does not fit the format '" + values[1]
                        + "'; try_strptime gives null");
            }
            return moment;
        };
    }

    private static Object date(Object[] values) {
        try {
            return LocalDate.of(
                    Math.toIntExact((Long) values[0]), Math.toIntExact((Long) values[1]), Math.toIntExact((Long)
                            values[2]));
        } catch (DateTimeException | ArithmeticException none) {
            throw new IllegalArgumentException(
                    "make_date: there is no day " + values[0] + "-" + values[1] + "-" + values[2], none);
        }
    }
}
