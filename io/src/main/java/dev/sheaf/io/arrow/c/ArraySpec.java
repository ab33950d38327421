package dev.sheaf.io.arrow.c;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// An array to be given to another library. A buffer of no bytes may be [MemorySegment#NULL].
public record ArraySpec(long length, long nullCount, List<MemorySegment> buffers, List<ArraySpec> children) {}
