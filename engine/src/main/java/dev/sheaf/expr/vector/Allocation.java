package dev.sheaf.expr.vector;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// Buffers that are allocated together: when one fails, those before it are given back.
public final class Allocation {
    private static final String PURPOSE = "expression";

    private Allocation() {}

    public static Buffer[] all(MemoryPool pool, long... sizes) {
        Buffer[] buffers = new Buffer[sizes.length];
        int made = 0;
        try {
            for (; made < sizes.length; made++) {
                buffers[made] = pool.allocate(sizes[made], PURPOSE);
            }
            return buffers;
        } catch (RuntimeException | Error failure) {
            for (int i = 0; i < made; i++) {
                buffers[i].close();
            }
            throw failure;
        }
    }
}
