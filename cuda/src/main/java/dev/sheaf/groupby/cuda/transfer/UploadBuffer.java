package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.memory.Buffer;

/// Device memory that is written from its start on and grows where it was too small.
public final class UploadBuffer implements AutoCloseable {
    private final Staging staging;
    private final String purpose;
    private Buffer buffer;

    public UploadBuffer(Staging staging, long bytes, String purpose) {
        this.staging = staging;
        this.purpose = purpose;
        this.buffer = staging.room(bytes, purpose);
    }

    /// Room for `bytes` bytes; the first `written` ones are kept. Grows to one and a half times the size at
    /// least.
    public Buffer reserve(long written, long bytes) {
        if (bytes > buffer.byteSize()) {
            staging.flush();
            staging.moved();
            Buffer larger = staging.room(Math.max(bytes, buffer.byteSize() / 2 * 3), purpose);
            try {
                staging.stream().copy(buffer, 0, larger, 0, written);
            } catch (RuntimeException | Error failure) {
                larger.close();
                throw failure;
            }
            buffer.close();
            buffer = larger;
        }
        return buffer;
    }

    /// The first bytes, to be closed on their own.
    public Buffer first(long bytes) {
        return buffer.slice(0, bytes);
    }

    @Override
    public void close() {
        buffer.close();
    }
}
