package dev.sheaf.io.remote.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Reads of a [RemoteFile] by position, which several threads may ask for at once.
public interface Ranges extends Closeable {

    /// The size of the file.
    long byteSize();

    /// Reads some bytes from `position` on, at least one if there is one and room for it; -1 at the end.
    ///
    /// @throws IOException if that fails, or the file has changed
    int read(ByteBuffer target, long position) throws IOException;
}
