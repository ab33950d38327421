package dev.sheaf.expr.cast;

import dev.sheaf.expr.value.TextBytes;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Vector;
import java.util.Locale;
import java.util.Set;

/// Reads `true`, `t`, `yes`, `y`, `1` and their opposites, in any case.
final class BoolReading implements TextReading {
    private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "1");
    private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "0");
    private static final int LONGEST = 5;

    private final Vector.Bits out;

    BoolReading(Vector.Bits out) {
        this.out = out;
    }

    @Override
    public boolean read(byte[] text, int size, int row) {
        String word = size > LONGEST ? "" : TextBytes.string(text, 0, size).toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            Bitmaps.set(out.values(), row);
            return true;
        }
        return FALSE.contains(word);
    }
}
