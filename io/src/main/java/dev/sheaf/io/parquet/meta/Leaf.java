package dev.sheaf.io.parquet.meta;

import java.util.List;
import org.apache.parquet.format.Type;

/// A leaf of a file's schema tree: the values that one column chunk of every row group holds.
///
/// `path` is the names from the column down (`tags`, `list`, `element`); `width` is the size of a value of type
/// FIXED_LEN_BYTE_ARRAY. A value is there where the definition level is `maxDefinition`; levels below say which
/// of its ancestors is null or empty. `maxRepetition` counts the lists around it.
///
/// @param anyBytes whether texts are taken as they are, where others are checked to be UTF-8
public record Leaf(
        int index,
        List<String> path,
        Type physical,
        int width,
        int maxDefinition,
        int maxRepetition,
        boolean anyBytes) {

    /// Bytes of a value in plain encoding; 0 if they differ from value to value or are bits.
    public int plainWidth() {
        return switch (physical) {
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> width;
            case BOOLEAN, BYTE_ARRAY -> 0;
        };
    }
}
