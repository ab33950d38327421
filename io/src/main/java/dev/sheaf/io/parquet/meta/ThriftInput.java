package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/// Thrift structures in a piece of memory. What a length in them claims is checked against the bytes that are
/// there before anything is allocated for it.
///
/// The protocol reads numbers byte by byte, from an array if it is offered one: so a window of the memory is copied
/// to an array. Without it, reading the footer of a file of 82 row groups took 8 % of a query's main thread in a
/// process that has just started.
public final class ThriftInput extends TTransport {
    private static final int WINDOW_BYTES = 512;

    /// A number has at most so many bytes; with fewer left of the window the protocol would read it one by one.
    private static final int NUMBER_BYTES = 10;

    /// Nesting at which a structure is taken for damaged; the deepest of the format's is about ten.
    private static final int RECURSION_LIMIT = 64;

    private final MemorySegment bytes;
    private final long end;
    private byte[] window = new byte[0];
    private long position;
    private long windowStart;
    private long windowEnd;

    /// Reads the bytes before `end`.
    public ThriftInput(MemorySegment bytes, long end) {
        this.bytes = bytes;
        this.end = end;
    }

    /// Reads `structure` and returns where it ends.
    ///
    /// @throws EndsEarly if it goes past the end
    /// @throws MalformedPageException if the bytes are no such structure
    public long read(TBase<?, ?> structure) {
        long limit = Math.max(1, Math.min(end - position, Integer.MAX_VALUE));
        try {
            structure.read(new TCompactProtocol(this, limit, limit));
            return position;
        } catch (TTransportException early) {
            throw new EndsEarly(early);
        } catch (TException | RuntimeException | StackOverflowError broken) {
            throw damage(broken);
        }
    }

    private static MalformedPageException damage(Throwable broken) {
        String reason = String.valueOf(broken.getMessage()).split(" in serialized data!|! Struct:", 2)[0];
        MalformedPageException damage = new MalformedPageException("its metadata cannot be decoded (" + reason + ")");
        damage.initCause(broken);
        return damage;
    }

    /// Thrown when a structure goes on past the end of the memory.
    public static final class EndsEarly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EndsEarly(Throwable cause) {
            super("its metadata ends early", cause);
        }
    }

    @Override
    public int read(byte[] target, int offset, int count) throws TTransportException {
        checkReadBytesAvailable(count);
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public byte[] getBuffer() {
        return window;
    }

    @Override
    public int getBufferPosition() {
        return (int) (position - windowStart);
    }

    /// Moves the window when it is used up: to another array, as binary values of what was read keep the old one.
    @Override
    public int getBytesRemainingInBuffer() {
        if (windowEnd - position < NUMBER_BYTES && windowEnd < end) {
            windowStart = position;
            windowEnd = Math.min(end, position + WINDOW_BYTES);
            window = bytes.asSlice(position, windowEnd - position).toArray(ValueLayout.JAVA_BYTE);
        }
        return (int) Math.max(0, windowEnd - position);
    }

    /// @throws IllegalStateException if a number goes on past the window, which no number does that is one
    @Override
    public void consumeBuffer(int count) {
        if (count > windowEnd - position) {
            throw new IllegalStateException("a number of more than " + NUMBER_BYTES + " bytes");
        }
        position += count;
    }

    @Override
    public void checkReadBytesAvailable(long count) throws TTransportException {
        if (count < 0 || count > end - position) {
            throw new TTransportException(TTransportException.END_OF_FILE, "asked for " + count + " bytes");
        }
    }

    @Override
    public TConfiguration getConfiguration() {
        return new TConfiguration(Integer.MAX_VALUE, Integer.MAX_VALUE, RECURSION_LIMIT);
    }

    @Override
    public void updateKnownMessageSize(long size) {
        // what is left to read bounds every claim already
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {
        // memory is always open
    }

    @Override
    public void close() {
        // the memory belongs to the caller
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        throw new UnsupportedOperationException("input only");
    }
}
