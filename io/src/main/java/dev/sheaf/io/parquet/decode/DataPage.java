package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import org.jspecify.annotations.Nullable;

/// A data page ready to be read: how many values it has, nulls included, its levels, and the values that are
/// there. Levels are absent where the leaf has none. In pages of version 2 they are as long as the page says.
public record DataPage(
        int valueCount,
        @Nullable LevelDecoder repetition,
        @Nullable LevelDecoder definition,
        PageValues values,
        int version) {

    /// Checks, after the last value, that the page held no more.
    ///
    /// @throws MalformedPageException if it did
    public void checkEnd() {
        values.checkEnd();
        if (version > 1) {
            checkEnd(repetition);
            checkEnd(definition);
        }
    }

    private static void checkEnd(@Nullable LevelDecoder levels) {
        if (levels != null && !levels.isAtEnd()) {
            throw new MalformedPageException("levels go on after the last value of a page");
        }
    }
}
