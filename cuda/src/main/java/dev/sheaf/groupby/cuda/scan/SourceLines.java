package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.Locale;

/// Lines of source text for kernels.
final class SourceLines {
    private final StringBuilder text = new StringBuilder(4096);

    void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : format.formatted(arguments))
                .append('\n');
    }

    void add(String lines) {
        text.append(lines);
    }

    /// The name of a type in source text.
    static String type(CudaType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
