package dev.sheaf.io.arrow.c;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// What other libraries hold of ours, by the numbers in the private fields of their structs.
final class Loans {
    private static final Map<Long, Loan> LOANS = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private Loans() {}

    /// Some memory, how many structs still need it, and what is to be done when none does.
    ///
    /// @param what the batches of a stream, or the memory of a batch
    record Loan(
            long number,
            Object what,
            Runnable end,
            Arena arena,
            AtomicInteger structs,
            AtomicReference<MemorySegment> error) {
        /// Counts a struct that needs this.
        long lend() {
            structs.incrementAndGet();
            return number;
        }

        /// Takes a struct back; the last one ends the loan.
        void giveBack() {
            if (structs.decrementAndGet() == 0) {
                LOANS.remove(number);
                try (arena) {
                    end.run();
                }
            }
        }

        /// Ends a loan whose structs never reached anybody.
        void cancel() {
            structs.set(1);
            giveBack();
        }
    }

    static Loan open(Object what, Runnable end) {
        Loan loan = new Loan(
                NUMBERS.incrementAndGet(),
                what,
                end,
                Arena.ofShared(),
                new AtomicInteger(),
                new AtomicReference<>(MemorySegment.NULL));
        LOANS.put(loan.number(), loan);
        return loan;
    }

    static Loan of(MemorySegment struct, long privateField) {
        return Objects.requireNonNull(LOANS.get(Structs.number(struct, privateField)), "a struct that was released");
    }

    static int count() {
        return LOANS.size();
    }
}
