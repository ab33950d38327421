package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.memory.Buffer;

/// Bits of rows on the device, as many as come: validity, or the values of bools. Row 0 is bit 0.
final class BitUpload implements AutoCloseable {
    private final Staging staging;
    private final UploadBuffer bits;
    private long bytes;

    BitUpload(Staging staging, long capacityRows, String purpose) {
        this.staging = staging;
        this.bits = new UploadBuffer(staging, wordBytes(capacityRows), purpose);
    }

    private static long wordBytes(long rows) {
        return (rows + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
    }

    /// Says that all rows up to `rows` have set bits.
    void fillTo(long rows) {
        long end = wordBytes(rows);
        if (end > bytes) {
            Buffer target = bits.reserve(bytes, end);
            staging.stream().fill(target, bytes, end - bytes, (byte) -1);
            bytes = end;
        }
    }

    /// Writes the bits of some rows, the first of which is a multiple of 64.
    void append(RowParts parts, RowParts.Words words, long firstRow) {
        long at = wordBytes(firstRow);
        long end = wordBytes(firstRow + parts.rows());
        Buffer target = bits.reserve(at, end);
        staging.fill(target, at, end - at, (slab, from, size) -> parts.fillBits(words, slab, from, size));
        bytes = end;
    }

    /// The bits of the first rows, to be closed on their own.
    Buffer first(long rows) {
        return bits.first(wordBytes(rows));
    }

    @Override
    public void close() {
        bits.close();
    }
}
