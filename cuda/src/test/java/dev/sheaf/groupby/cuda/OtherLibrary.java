package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.resident.CudaArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

/// A library that knows device memory by its addresses alone, for arrays of int64 and bitmaps.
final class OtherLibrary implements AutoCloseable {
    private final MemoryPool pool = MemoryPool.create();
    private final Device device;
    private final Buffer memory;
    private long used;

    /// With so much memory of its own.
    OtherLibrary(Device device, long bytes) {
        this.device = device;
        this.memory = device.call(() -> {
            try (Stream stream = Stream.open(device)) {
                return device.memory().allocate(pool, bytes, "memory of another library", stream);
            }
        });
    }

    /// An array of its own.
    CudaArray array(long... values) {
        CudaArray array = CudaArray.of(memory.address() + used, values.length, "<i8");
        used += Math.ceilDiv(values.length * 8L, 64) * 64;
        write(array, 0, values);
        return array;
    }

    /// A bitmap of its own of up to 64 rows.
    CudaArray bitmap(long rows, long bits) {
        CudaArray words = array(bits);
        return CudaArray.of(words.pointer(), rows, CudaArray.BITS);
    }

    /// Writes values into an array from an element on.
    void write(CudaArray array, long from, long... values) {
        try (Arena arena = Arena.ofConfined();
                Buffer there = at(array.pointer() + from * Long.BYTES, values.length * (long) Long.BYTES)) {
            MemorySegment host = arena.allocateFrom(ValueLayout.JAVA_LONG, values);
            onStream(stream -> stream.upload(host, there, 0));
        }
    }

    /// The elements of an array.
    long[] read(CudaArray array) {
        return read(array.pointer(), array.shape().getFirst());
    }

    /// The bits of a bitmap of up to 64 rows, those of later rows cleared.
    long bits(CudaArray bitmap) {
        return read(bitmap.pointer(), 1)[0] & (1L << bitmap.shape().getFirst()) - 1;
    }

    private long[] read(long pointer, long words) {
        try (Arena arena = Arena.ofConfined();
                Buffer there = at(pointer, words * Long.BYTES)) {
            MemorySegment host = arena.allocate(ValueLayout.JAVA_LONG, words);
            onStream(stream -> stream.download(there, 0, host));
            return LongStream.range(0, words)
                    .map(word -> host.getAtIndex(ValueLayout.JAVA_LONG, word))
                    .toArray();
        }
    }

    private Buffer at(long pointer, long bytes) {
        return device.memory().borrow(pool, pointer, bytes, "what another library knows", () -> {});
    }

    private void onStream(java.util.function.Consumer<Stream> work) {
        device.run(() -> {
            try (Stream stream = Stream.open(device)) {
                work.accept(stream);
                stream.synchronize();
            }
        });
    }

    @Override
    public void close() {
        memory.close();
        pool.close();
    }
}
