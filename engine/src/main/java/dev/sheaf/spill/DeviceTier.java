package dev.sheaf.spill;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// The memory of a device as a home for spillable buffers. Calls return when the bytes are copied.
public interface DeviceTier {
    /// Allocates bytes on the device, on the account of a pool.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if there is no room
    Buffer allocate(MemoryPool pool, long byteSize, String purpose);

    /// Copies `byteSize` bytes of a device buffer to the host.
    void download(Buffer device, MemorySegment host, long byteSize);

    /// Copies `byteSize` bytes of the host to a device buffer.
    void upload(MemorySegment host, Buffer device, long byteSize);

    /// Allocates the host memory that bytes of the device move to: ordinary memory, unless the device has pinned
    /// memory for it.
    default Buffer allocateHost(MemoryPool pool, long byteSize, String purpose) {
        return pool.allocate(byteSize, purpose);
    }
}
