package dev.sheaf.io.remote.http;

import java.time.Instant;

/// A file or folder of a [Store], as its listing tells of it. The size of a folder is 0.
///
/// @param key the whole key, of a folder too without a separator at the end
public record Entry(String key, long byteSize, Instant modified, boolean isFolder) {

    /// A folder.
    public static Entry folder(String key) {
        return new Entry(key, 0, Instant.EPOCH, true);
    }
}
