package dev.sheaf.io.arrow.c;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A struct ArrowArrayStream of another library. Not thread-safe; closing it releases the stream.
public final class StreamReader implements AutoCloseable {
    /// The size of the struct.
    public static final long BYTES = 40;

    static final long GET_SCHEMA = 0;
    static final long GET_NEXT = 8;
    static final long GET_ERROR = 16;
    static final long RELEASE = 24;
    static final long PRIVATE = 32;

    private final MemorySegment stream;

    /// Takes over the stream at an address, from which it is moved.
    ///
    /// @throws IllegalArgumentException if it was released
    public StreamReader(long address) {
        this.stream = Structs.moved(address, BYTES, RELEASE, "stream");
    }

    /// The schema: a struct whose children are the columns.
    ///
    /// @throws UncheckedIOException if the other library cannot say
    public SchemaSpec schema() {
        MemorySegment schema = Arena.ofAuto().allocate(SchemaSpec.BYTES, Long.BYTES);
        check(Functions.get(stream, GET_SCHEMA, schema));
        try {
            return SchemaSpec.read(schema);
        } finally {
            Functions.release(schema, SchemaSpec.RELEASE);
        }
    }

    /// The next batch, which the caller closes and which may outlive the stream; null at the end.
    ///
    /// @throws UncheckedIOException if the other library fails
    public @Nullable Taken next() {
        MemorySegment array = Arena.ofAuto().allocate(ArrayView.BYTES, Long.BYTES);
        check(Functions.get(stream, GET_NEXT, array));
        return Structs.number(array, ArrayView.RELEASE) == 0 ? null : new Taken(array);
    }

    private void check(int code) {
        if (code != 0) {
            String why = Functions.error(stream, GET_ERROR);
            throw new UncheckedIOException(new IOException(
                    "the library that fills the Arrow stream fails with " + code + (why.isEmpty() ? "" : ": " + why)));
        }
    }

    @Override
    public void close() {
        Functions.release(stream, RELEASE);
    }
}
