package dev.sheaf.query;

/// Threads that the running queries of [QuerySlots] share: each has the thread that runs it, and of the others as
/// many as any other query.
final class ThreadShares {
    private final int threads;
    private int queries;
    private int helpers;

    /// So many threads in all, those that run queries among them.
    ThreadShares(int threads) {
        this.threads = threads;
    }

    /// What one query has of the threads.
    final class Share {
        private int held;

        Share() {
            synchronized (ThreadShares.this) {
                queries++;
            }
        }

        /// Takes at most `wanted` threads, and gives how many there are for this query now, maybe none.
        int take(int wanted) {
            synchronized (ThreadShares.this) {
                int own = Math.ceilDiv(threads, queries) - 1 - held;
                int free = threads - queries - helpers;
                int taken = Math.max(0, Math.min(wanted, Math.min(own, free)));
                held += taken;
                helpers += taken;
                return taken;
            }
        }

        void give(int count) {
            synchronized (ThreadShares.this) {
                held -= count;
                helpers -= count;
            }
        }

        /// The query ended.
        void end() {
            synchronized (ThreadShares.this) {
                queries--;
            }
        }
    }
}
