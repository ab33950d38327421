package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Entry;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// What is known of a file on another host. All its times are of the last change.
record RemoteAttributes(Entry entry) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
        return FileTime.from(entry.modified());
    }

    @Override
    public FileTime lastAccessTime() {
        return lastModifiedTime();
    }

    @Override
    public FileTime creationTime() {
        return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
        return !entry.isFolder();
    }

    @Override
    public boolean isDirectory() {
        return entry.isFolder();
    }

    @Override
    public boolean isSymbolicLink() {
        return false;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return entry.byteSize();
    }

    @Override
    public @Nullable Object fileKey() {
        return null;
    }
}
