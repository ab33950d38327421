package dev.sheaf.cli;

import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.query.BackendPreference;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/// Values of options as users write them.
final class OptionValues {
    private static final Pattern COUNT = Pattern.compile("(\\d[\\d_,]*(?:\\.\\d+)?(?:e\\d{1,2})?)([kmg]?)");

    private OptionValues() {}

    /// A number of bytes: `4GiB`.
    record Size(long bytes) {}

    /// A number of rows: `10_000_000`, `10M` or `1e7`.
    record Count(long value) {}

    /// How many rows of a table to show: a number, or `all`.
    record RowLimit(long rows) {}

    static void register(CommandLine commandLine) {
        commandLine.registerConverter(Size.class, converter(text -> new Size(ByteSize.parse(text))));
        commandLine.registerConverter(Count.class, converter(text -> new Count(count(text))));
        commandLine.registerConverter(RowLimit.class, converter(OptionValues::rowLimit));
        commandLine.registerConverter(ResultFormat.class, converter(ResultFormat::named));
        commandLine.registerConverter(BackendPreference.class, converter(OptionValues::backend));
        commandLine.registerConverter(Sums.class, converter(OptionValues::sums));
    }

    /// picocli shows the message of this exception, and wraps that of others in its own words.
    private static <T> CommandLine.ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException wrong) {
                throw new CommandLine.TypeConversionException(wrong.getMessage());
            }
        };
    }

    static long count(String text) {
        Matcher matcher = COUNT.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            BigDecimal factor = BigDecimal.TEN.pow(" kmg".indexOf((matcher.group(2) + " ").charAt(0)) * 3);
            BigDecimal count = new BigDecimal(matcher.group(1).replaceAll("[_,]", "")).multiply(factor);
            if (count.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                    && count.stripTrailingZeros().scale() <= 0) {
                return count.longValueExact();
            }
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is not a number of rows; write for example 1000000, 10M or 1e7");
    }

    private static RowLimit rowLimit(String text) {
        return new RowLimit(text.equals("all") ? Long.MAX_VALUE : count(text));
    }

    private static BackendPreference backend(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "auto" -> BackendPreference.AUTO;
            case "cpu" -> BackendPreference.CPU;
            case "cuda", "gpu" -> BackendPreference.CUDA;
            default -> throw new IllegalArgumentException("\"" + text + "\" is not a backend; write auto, cpu or cuda");
        };
    }

    private static Sums sums(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "fast" -> Sums.FAST;
            case "reproducible" -> Sums.REPRODUCIBLE;
            default ->
                throw new IllegalArgumentException("\"" + text + "\" is no way to add; write fast or reproducible");
        };
    }
}
