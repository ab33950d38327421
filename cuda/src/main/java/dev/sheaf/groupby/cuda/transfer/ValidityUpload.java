package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// The validity of rows on the device; there is none until the first null comes.
final class ValidityUpload implements AutoCloseable {
    private final Staging staging;
    private final long capacityRows;
    private final boolean keepsNulls;
    private @Nullable BitUpload bits;

    /// @param keepsNulls if not, all rows count as valid
    ValidityUpload(Staging staging, long capacityRows, boolean keepsNulls) {
        this.staging = staging;
        this.capacityRows = capacityRows;
        this.keepsNulls = keepsNulls;
    }

    /// Adds the validity of the rows from `firstRow` on, a multiple of 64.
    void append(RowParts parts, long firstRow) {
        boolean hasNulls = keepsNulls && parts.columns().stream().anyMatch(part -> part.nullCount() > 0);
        if (hasNulls) {
            if (bits == null) {
                bits = new BitUpload(staging, capacityRows, "column validity");
                if (firstRow > 0) {
                    staging.moved();
                }
                bits.fillTo(firstRow);
            }
            bits.append(parts, (column, row) -> column.validity().word(row), firstRow);
        } else if (bits != null) {
            bits.fillTo(firstRow + parts.rows());
        }
    }

    /// The validity of the first rows, to be closed on its own; null if all are valid.
    @Nullable
    Buffer first(long rows) {
        return bits == null ? null : bits.first(rows);
    }

    @Override
    public void close() {
        if (bits != null) {
            bits.close();
        }
    }
}
