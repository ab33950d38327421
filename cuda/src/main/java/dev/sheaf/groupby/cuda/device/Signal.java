package dev.sheaf.groupby.cuda.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// A few numbers that a kernel writes to pinned memory of the host when it is done, and a flag behind which
/// they are there. Waiting for it takes a microsecond or two, a copy and a wait for the stream some ten.
public final class Signal implements AutoCloseable {
    private static final VarHandle FLAG = JAVA_LONG.varHandle();

    /// How often the flag is looked at before the driver is asked whether the kernel has failed.
    private static final int LOOKS = 2_000;

    private final Buffer host;
    private final MemorySegment words;
    private final Stream stream;

    /// The number of the launch that raises the flag, or of one before that.
    private final int launch;

    /// A flag that is down.
    public Signal(MemoryPool accounts, int numbers, String purpose, Stream stream) {
        this.stream = stream;
        this.launch = stream.launches() + 1;
        this.host = stream.device().pinned().allocate(accounts, (numbers + 1L) * Long.BYTES, purpose);
        this.words = host.segment();
        FLAG.setRelease(words, 0L, 0L);
    }

    /// Where the flag lies, for the device too; the numbers are behind it.
    public long address() {
        return words.address();
    }

    /// Waits for the flag.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the work on the stream has failed
    public void await() {
        long start = System.nanoTime();
        while (!isRaised()) {
            for (int look = 0; look < LOOKS && !isRaised(); look++) {
                Thread.onSpinWait();
            }
            if (!isRaised() && stream.isIdle() && !isRaised()) {
                throw new IllegalStateException("a kernel has ended without its signal");
            }
        }
        stream.waited(start, launch);
    }

    private boolean isRaised() {
        return (long) FLAG.getAcquire(words, 0L) != 0;
    }

    /// A number, once the flag was waited for.
    public long get(int number) {
        return words.getAtIndex(JAVA_LONG, 1L + number);
    }

    /// Numbers from 0 on, once the flag was waited for.
    public long[] first(int count) {
        long[] numbers = new long[count];
        MemorySegment.copy(words, JAVA_LONG, Long.BYTES, numbers, 0, count);
        return numbers;
    }

    @Override
    public void close() {
        host.close();
    }
}
