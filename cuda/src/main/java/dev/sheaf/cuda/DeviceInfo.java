package dev.sheaf.cuda;

import dev.sheaf.memory.ByteSize;

/// What a GPU is and has.
///
/// @param ordinal its number among the devices that the driver shows to this process, from 0
/// @param uuid its identity in the form that `nvidia-smi -L` prints
/// @param pciBusId its place on the bus, `0000:03:00.0`
/// @param major the first part of its compute capability, 9 of 9.0
/// @param minor the second part of its compute capability
/// @param sharedBytesPerBlock the shared memory that one block can have when it asks for all of it
/// @param copyEngines how many copies run beside kernels
public record DeviceInfo(
        int ordinal,
        String name,
        String uuid,
        String pciBusId,
        int major,
        int minor,
        long memoryBytes,
        int multiprocessors,
        int threadsPerMultiprocessor,
        int registersPerMultiprocessor,
        int sharedBytesPerMultiprocessor,
        int sharedBytesPerBlock,
        int l2Bytes,
        int copyEngines) {

    /// The architecture that machine code is compiled for: 90 for compute capability 9.0.
    public int architecture() {
        return major * 10 + minor;
    }

    /// Name, memory and compute capability in one line.
    public String describe() {
        return name + ", " + ByteSize.format(memoryBytes) + ", compute capability " + major + "." + minor;
    }
}
