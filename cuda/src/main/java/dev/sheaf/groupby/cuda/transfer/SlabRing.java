package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Pinned slabs through which bytes go to the device that do not lie in pinned memory as kernels want them:
/// threads fill slabs while the device copies those that were filled before.
///
/// One thread reads pageable memory at a fraction of the speed of the link; several reach it. Call from one thread
/// inside [dev.sheaf.cuda.driver.Device#call].
public final class SlabRing implements AutoCloseable {
    /// How large slabs are, how many there are at most, and how many threads fill them.
    public record Shape(int slabBytes, int slabs, int threads) {
        /// Of slabs of 1, 2, 4 and 16 MiB those of 2 were fastest on an H200 host: 24 of them, filled by 12
        /// threads, reach two thirds of the link, all in all no more than its processor's cache holds.
        public static Shape of(int threads) {
            return new Shape(2 << 20, 24, Math.clamp(threads, 1, MAX_THREADS));
        }

        /// The shape for a query.
        public static Shape of(QueryContext context) {
            Shape usual = of(context.threads());
            return new Shape(
                    context.settings().getPositive("cuda.slab.bytes", usual.slabBytes),
                    context.settings().getPositive("cuda.slabs", usual.slabs),
                    context.settings().getPositive("cuda.slab.threads", usual.threads));
        }
    }

    private static final int MAX_THREADS = 12;

    /// Below this a thread costs more than it copies.
    private static final int INLINE_BYTES = 1 << 17;

    private static final int MIN_SLAB_BYTES = 1 << 12;

    private static final Executor THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("sheaf-staging-", 0).daemon().factory());

    private final MemoryPool accounts;
    private final Stream stream;
    private final Shape shape;
    private final Deque<Slot> filling = new ArrayDeque<>();
    private final Deque<Slot> sent = new ArrayDeque<>();
    private int slots;

    public SlabRing(MemoryPool accounts, Stream stream, Shape shape) {
        this.accounts = accounts;
        this.stream = stream;
        this.shape = shape;
    }

    /// Writes some of the bytes that go to the device.
    @FunctionalInterface
    public interface Filler {
        /// Writes bytes `from` to `from + bytes` of all to the start of `slab`; called by several threads at once.
        void fill(MemorySegment slab, long from, long bytes);
    }

    /// A slab, on its way through filling and sending.
    private static final class Slot {
        private final Buffer slab;
        private final Event passed;
        private @Nullable Buffer target;
        private long offset;
        private long bytes;
        private CompletableFuture<?> filled = CompletableFuture.completedFuture(null);

        Slot(Buffer slab, Event passed) {
            this.slab = slab;
            this.passed = passed;
        }

        public void close() {
            passed.close();
            slab.close();
        }
    }

    /// Sends `bytes` bytes to byte `offset` of a device buffer. What `filler` reads has to stay in place until
    /// [#flush].
    void send(Buffer target, long offset, long bytes, Filler filler) {
        for (long from = 0; from < bytes; from += shape.slabBytes()) {
            int piece = (int) Math.min(shape.slabBytes(), bytes - from);
            Slot slot = take(piece);
            slot.target = target;
            slot.offset = offset + from;
            slot.bytes = piece;
            filling.addLast(slot);
            fill(slot, from, filler);
            if (filling.size() > shape.threads()) {
                issueOldest();
            }
        }
    }

    private void fill(Slot slot, long from, Filler filler) {
        MemorySegment slab = slot.slab.segment();
        if (shape.threads() == 1 || slot.bytes < Math.min(INLINE_BYTES, shape.slabBytes())) {
            filler.fill(slab, from, slot.bytes);
        } else {
            long bytes = slot.bytes;
            slot.filled = CompletableFuture.runAsync(() -> filler.fill(slab, from, bytes), THREADS);
        }
    }

    /// A slab without transfers under way.
    private Slot take(int bytes) {
        if (slots < shape.slabs()) {
            Slot fresh = create(bytes);
            slots++;
            return fresh;
        }
        if (sent.isEmpty()) {
            issueOldest();
        }
        Slot slot = sent.removeFirst();
        boolean fits = slot.slab.byteSize() >= bytes;
        try {
            slot.passed.synchronize();
            return fits ? slot : create(bytes);
        } catch (RuntimeException | Error failure) {
            fits = false;
            throw failure;
        } finally {
            if (!fits) {
                slot.close();
            }
        }
    }

    private Slot create(int bytes) {
        int rounded = Math.max(MIN_SLAB_BYTES, Integer.highestOneBit(2 * bytes - 1));
        Buffer slab = stream.device().pinned().allocate(accounts, Math.min(rounded, shape.slabBytes()), "staging");
        try {
            return new Slot(slab, Event.of(stream.device()));
        } catch (RuntimeException | Error failure) {
            slab.close();
            throw failure;
        }
    }

    private void issueOldest() {
        Slot slot = filling.removeFirst();
        try {
            await(slot.filled);
            Buffer target = java.util.Objects.requireNonNull(slot.target);
            stream.upload(slot.slab.segment().asSlice(0, slot.bytes), target, slot.offset);
            stream.record(slot.passed);
        } finally {
            sent.addLast(slot);
        }
    }

    private static void await(CompletableFuture<?> filled) {
        try {
            filled.join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw failure;
            }
        }
    }

    /// Everything that was sent has been read, and is on its way.
    public void flush() {
        while (!filling.isEmpty()) {
            issueOldest();
        }
    }

    /// Waits for the threads; what they fill is not sent.
    public void abandon() {
        filling.forEach(slot -> slot.filled.handle((_, _) -> true).join());
        sent.addAll(filling);
        filling.clear();
    }

    /// Waits for what is under way. What was not flushed is not sent.
    @Override
    public void close() {
        abandon();
        try {
            if (!sent.isEmpty()) {
                stream.synchronize();
            }
        } finally {
            sent.forEach(Slot::close);
            sent.clear();
            slots = 0;
        }
    }
}
