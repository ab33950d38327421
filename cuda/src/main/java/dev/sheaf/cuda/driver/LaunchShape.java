package dev.sheaf.cuda.driver;

/// How many blocks of how many threads a kernel runs in, and the dynamic shared memory of each block.
public record LaunchShape(int blocks, int threads, int sharedBytes) {
    public LaunchShape {
        if (blocks < 1 || threads < 1 || sharedBytes < 0) {
            throw new IllegalArgumentException(
                    "cannot launch " + blocks + " blocks of " + threads + " threads with " + sharedBytes + " bytes");
        }
    }

    /// Without dynamic shared memory.
    public LaunchShape(int blocks, int threads) {
        this(blocks, threads, 0);
    }
}
