package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.time.Instant;

/// A file of a [Store], as it was when it was opened.
public interface RemoteFile {

    /// Its size.
    long byteSize();

    /// When it changed last, or the beginning of 1970 if nobody says.
    Instant modified();

    /// Reads of it, for one channel or stream, which closes them.
    ///
    /// @throws IOException if it cannot be read any more
    Ranges ranges() throws IOException;
}
