package dev.sheaf.cuda.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Native memory of a thread for what a call reads or returns. An arena for each call would cost more, and checks of
/// confined ones spoil what the JVM has learned of loops over other memory.
public final class Scratch {
    private static final int WORD_BYTES = 16;
    private static final int BLOCK_BYTES = 4096;
    private static final ThreadLocal<MemorySegment> OF_THREAD =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(WORD_BYTES + BLOCK_BYTES, WORD_BYTES));

    private Scratch() {}

    /// Two words for one call of the driver; the next call may use them again.
    static MemorySegment words() {
        return OF_THREAD.get().asSlice(0, WORD_BYTES);
    }

    /// So many bytes, all 0, until this thread asks for others: for structures that are copied at once, and for
    /// numbers that are brought from the device.
    public static MemorySegment block(long bytes) {
        MemorySegment block = bytes <= BLOCK_BYTES
                ? OF_THREAD.get().asSlice(WORD_BYTES, bytes)
                : Arena.ofAuto().allocate(bytes, WORD_BYTES);
        return block.fill((byte) 0);
    }
}
