package dev.sheaf.io.parquet.decode;

import org.jspecify.annotations.Nullable;

/// A data page ready to be read: how many values it has, nulls included, its levels, and the values that are
/// there. Levels are absent where the leaf has none.
public record DataPage(
        int valueCount,
        @Nullable HybridDecoder repetition,
        @Nullable HybridDecoder definition,
        PageValues values) {}
