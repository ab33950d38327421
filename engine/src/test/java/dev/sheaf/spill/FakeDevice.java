package dev.sheaf.spill;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// A device whose memory lies on the heap's side of the test, under addresses that the host cannot read.
final class FakeDevice implements DeviceTier {
    private final Map<Long, byte[]> memory = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1L << 40);

    /// Bytes that are all `value`.
    Buffer filled(MemoryPool pool, long byteSize, byte value) {
        Buffer made = allocate(pool, byteSize, "test");
        Arrays.fill(bytes(made), value);
        return made;
    }

    @Override
    public Buffer allocate(MemoryPool pool, long byteSize, String purpose) {
        long address = next.getAndAdd(byteSize + 1);
        memory.put(address, new byte[(int) byteSize]);
        try {
            return pool.adopt(new Location.Device(0), address, byteSize, purpose, () -> memory.remove(address));
        } catch (RuntimeException | Error failure) {
            memory.remove(address);
            throw failure;
        }
    }

    byte[] bytes(Buffer device) {
        return Objects.requireNonNull(memory.get(device.address()));
    }

    /// How many buffers are on the device.
    int bufferCount() {
        return memory.size();
    }

    @Override
    public void download(Buffer device, MemorySegment host, long byteSize) {
        MemorySegment.copy(MemorySegment.ofArray(bytes(device)), 0, host, 0, byteSize);
    }

    @Override
    public void upload(MemorySegment host, Buffer device, long byteSize) {
        MemorySegment.copy(host, 0, MemorySegment.ofArray(bytes(device)), 0, byteSize);
    }

    /// Half of the bytes that leave the device go to pinned memory.
    @Override
    public Buffer allocateHost(MemoryPool from, long byteSize, String purpose) {
        if (byteSize % 2 == 0) {
            return from.allocate(byteSize, purpose);
        }
        Arena arena = Arena.ofShared();
        return from.adopt(Location.PINNED, arena.allocate(byteSize, 64), purpose, arena::close);
    }
}
