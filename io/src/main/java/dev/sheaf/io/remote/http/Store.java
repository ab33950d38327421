package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.util.List;

/// Where remote files lie by their keys: a host, or a bucket. Two stores are equal if they are the same place.
public interface Store {

    /// How users write it, without a separator at the end: `https://example.org`, `s3://bucket`.
    String name();

    /// Opens a file.
    ///
    /// @throws java.nio.file.NoSuchFileException if there is none
    /// @throws java.nio.file.AccessDeniedException if it may not be read
    RemoteFile open(String key) throws IOException;

    /// The files and folders right below a folder, by name; none if there is no such folder. The key of a folder is
    /// empty or ends in a separator.
    ///
    /// @throws java.nio.file.NotDirectoryException if this store has no folders
    List<Entry> list(String folder) throws IOException;

    /// Whether files can be there by this key and below it.
    ///
    /// @throws IOException if that cannot be found out
    boolean isFolder(String key) throws IOException;
}
