/// Where bytes live: [MemoryPool] hands out [Buffer] views of reference-counted [BufferOwner]s.
///
/// Start at [MemoryPool]. Everything whose size follows rows or groups is allocated from a pool, so that a limit on
/// the pool is a limit on the engine; small fixed scratch may live on the heap. [ByteRuns] copies short runs of
/// bytes, such as texts.
///
/// The rule of ownership: whoever holds a [Buffer] keeps its bytes alive and closes it when done. A
/// [java.lang.foreign.MemorySegment] taken from a buffer is valid while that buffer is open; the segment alone
/// keeps nothing alive.
@NullMarked
package dev.sheaf.memory;

import org.jspecify.annotations.NullMarked;
