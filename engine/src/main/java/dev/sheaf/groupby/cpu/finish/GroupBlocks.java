package dev.sheaf.groupby.cpu.finish;

/// Groups a block after the other, so that a view has room for the states of each block, however wide they are.
final class GroupBlocks {
    private static final int BLOCK = 1 << 20;

    private GroupBlocks() {}

    /// What is done with `count` groups from number `from` on.
    @FunctionalInterface
    interface Loop {
        void run(int from, int count);
    }

    static void forEach(int groups, Loop loop) {
        for (int from = 0; from < groups; from += BLOCK) {
            loop.run(from, Math.min(BLOCK, groups - from));
        }
    }
}
