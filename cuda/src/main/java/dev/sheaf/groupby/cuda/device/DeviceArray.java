package dev.sheaf.groupby.cuda.device;

import dev.sheaf.memory.Buffer;

/// An array on the device that grows, one element for each group, text or member; elements that nobody wrote
/// yet have every byte set to one value.
public final class DeviceArray implements AutoCloseable {
    private static final long MIN_ELEMENTS = 64;

    private final DeviceRun run;
    private final int elementBytes;
    private final int fill;
    private final String purpose;
    private long capacity;
    private Buffer buffer;

    public DeviceArray(DeviceRun run, int elementBytes, int fill, String purpose) {
        this.run = run;
        this.elementBytes = elementBytes;
        this.fill = fill;
        this.purpose = purpose;
        this.capacity = MIN_ELEMENTS;
        this.buffer = run.filled(capacity * elementBytes, fill, purpose);
    }

    /// Makes room for `elements` elements. Grows to twice the size at least, so that all growing costs one copy.
    public void reserve(long elements) {
        if (elements <= capacity) {
            return;
        }
        long larger = Math.max(elements, 2 * capacity);
        Buffer grown = run.allocate(larger * elementBytes, purpose);
        try {
            run.stream().copy(buffer, 0, grown, 0, capacity * elementBytes);
            long from = capacity * elementBytes;
            run.stream().fill(grown, from, larger * elementBytes - from, (byte) fill);
        } catch (RuntimeException | Error failure) {
            grown.close();
            throw failure;
        }
        buffer.close();
        buffer = grown;
        capacity = larger;
    }

    /// Sets all elements back.
    public void clear() {
        run.stream().fill(buffer, 0, capacity * elementBytes, (byte) fill);
    }

    public long address() {
        return buffer.address();
    }

    /// The memory; another one after the next [#reserve].
    public Buffer buffer() {
        return buffer;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
