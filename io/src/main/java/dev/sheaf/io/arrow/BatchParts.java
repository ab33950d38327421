package dev.sheaf.io.arrow;

import dev.sheaf.memory.Buffer;

/// The nodes and buffers of one batch, in the order of a depth-first walk, taken one after the other by
/// [ColumnDecoder]. What they claim is not checked.
///
/// Methods throw [IllegalArgumentException] when there are no more.
interface BatchParts {

    /// The rows of the batch.
    long rows();

    /// The bytes that stand behind the batch, which no claim of a length may pass by far.
    long byteSize();

    /// The next node.
    Node node();

    /// Whether the next buffer is empty, as that of a column without nulls.
    boolean nextIsEmpty();

    /// The next buffer, at least `bytes` long, on a multiple of eight bytes; to be closed.
    Buffer take(long bytes);

    /// Passes over the next buffer.
    void skip();

    /// How many values a column says that it has, and how many of them are null; any number but 0 if some may
    /// be.
    record Node(long length, long nullCount) {}
}
