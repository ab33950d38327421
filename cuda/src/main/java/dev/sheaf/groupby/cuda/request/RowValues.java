package dev.sheaf.groupby.cuda.request;

import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// The values of an expression for the rows of a chunk, on the device.
///
/// @param data of fixed width; bools as bytes, texts as numbers of [dev.sheaf.groupby.cuda.text.TextIds]
/// @param valid a byte a row, or null if all rows are valid
public record RowValues(Buffer data, @Nullable Buffer valid) implements AutoCloseable {

    /// The address of the validity, or 0.
    public long validAddress() {
        return valid == null ? 0 : valid.address();
    }

    @Override
    public void close() {
        data.close();
        if (valid != null) {
            valid.close();
        }
    }
}
