package dev.sheaf.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryHostTest {
    private static final long MIB = 1 << 20;

    /// Grants bytes up to a budget.
    private static final class Budget implements MemoryHost {
        private final long most;
        private final AtomicLong granted = new AtomicLong();

        Budget(long most) {
            this.most = most;
        }

        @Override
        public synchronized boolean grow(long bytes) {
            boolean fits = granted.get() + bytes <= most;
            granted.addAndGet(fits ? bytes : 0);
            return fits;
        }

        @Override
        public synchronized void shrink(long bytes) {
            granted.addAndGet(-bytes);
        }
    }

    @Test
    void whatTheProcessHoldsIsOnTheAccountOfTheHost() {
        Budget host = new Budget(8 * MIB);
        try (MemoryPool pool = MemoryPool.within(host, 1 << 30)) {
            try (Buffer _ = pool.allocate(2 * MIB, "test")) {
                assertThat(host.granted.get()).isBetween(2 * MIB, 3 * MIB);
            }
            long kept = host.granted.get();
            assertThat(kept).as("kept for reuse").isEqualTo(pool.cachedBytes()).isPositive();
            pool.allocate(2 * MIB, "test").close();
            assertThat(host.granted.get()).as("reused").isEqualTo(kept);
            pool.allocate(100, "small").close();
            assertThat(host.granted.get()).as("a chunk of small slabs").isEqualTo(kept + MIB);
        }
        assertThat(host.granted.get()).isZero();
    }

    @Test
    void aHostThatRefusesGetsBackWhatIsKeptBeforeTheRequestFails() {
        Budget host = new Budget(5 * MIB);
        try (MemoryPool pool = MemoryPool.within(host, 1 << 30)) {
            pool.allocate(2 * MIB, "small").close();
            try (Buffer _ = pool.allocate(3 * MIB, "large")) {
                assertThatThrownBy(() -> pool.allocate(4 * MIB, "too large").close())
                        .isInstanceOf(MemoryLimitException.class)
                        .hasMessageContaining("The host of the pool gives no more");
            }
            assertThat(pool.usedBytes()).isZero();
        }
        assertThat(host.granted.get()).isZero();
    }

    @Test
    void aHostThatAsksGetsWhatIsKeptAndWhatCanBeReclaimed() {
        Budget host = new Budget(64 * MIB);
        try (MemoryPool pool = MemoryPool.within(host, 1 << 30)) {
            Deque<Buffer> spillable = new ArrayDeque<>();
            pool.reclaimer(_ -> (_, _, _) -> {
                Buffer next = spillable.poll();
                long freed = next == null ? 0 : next.byteSize();
                if (next != null) {
                    next.close();
                }
                return freed;
            });
            spillable.add(pool.allocate(3 * MIB, "spillable"));
            pool.allocate(2 * MIB, "kept").close();
            assertThat(pool.spillRequested(MIB)).isBetween(2 * MIB, 3 * MIB);
            assertThat(pool.spillRequested(MIB)).isGreaterThanOrEqualTo(3 * MIB);
            assertThat(pool.spillRequested(MIB)).isZero();
            assertThat(host.granted.get()).isZero();
        }
    }

    @Test
    void aPartHasItsGuaranteeAndNoMoreThanItsMost() {
        try (MemoryPool pool = MemoryPool.withLimit(10 * MIB)) {
            MemoryPool part = pool.share(4 * MIB, 6 * MIB);
            assertThat(pool.usedBytes()).isEqualTo(4 * MIB);
            assertThat(part.limitBytes()).isEqualTo(6 * MIB);
            try (Buffer _ = pool.allocate(5 * MIB, "others")) {
                assertThat(part.limitBytes()).isBetween(4 * MIB, 5 * MIB);
                part.allocate(3 * MIB, "guaranteed").close();
                assertThatThrownBy(
                                () -> part.allocate(5 * MIB, "not guaranteed").close())
                        .isInstanceOf(MemoryLimitException.class);
            }
            try (Buffer _ = part.allocate(5 * MIB, "beyond the guarantee")) {
                assertThat(pool.usedBytes()).isEqualTo(part.usedBytes()).isGreaterThan(5 * MIB);
                assertThatThrownBy(() -> part.allocate(2 * MIB, "too much").close())
                        .isInstanceOf(MemoryLimitException.class);
            }
            assertThat(pool.usedBytes()).isEqualTo(4 * MIB);
            Buffer result = part.allocate(MIB, "result");
            part.close();
            assertThat(pool.usedBytes()).isEqualTo(part.usedBytes()).isPositive();
            result.close();
            assertThat(pool.usedBytes()).isZero();
        }
    }
}
