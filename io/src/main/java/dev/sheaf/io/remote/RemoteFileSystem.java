package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Store;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/// The files of one [Store]. It is read only, always open, and keeps nothing.
final class RemoteFileSystem extends FileSystem {
    private final Store store;
    private final FileSystemProvider provider;

    RemoteFileSystem(Store store, FileSystemProvider provider) {
        this.store = store;
        this.provider = provider;
    }

    RemotePath path(String key) {
        return new RemotePath(this, store, key);
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it is always open");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(path(""));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    /// A key, or an address that begins with the name of the store.
    @Override
    public Path getPath(String first, String... more) {
        String text = more.length == 0 ? first : first + "/" + String.join("/", more);
        return path(
                text.startsWith(store.name() + "/")
                        ? text.substring(store.name().length() + 1)
                        : text);
    }

    /// Patterns mean what they mean for files of this machine.
    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        int colon = syntaxAndPattern.indexOf(':') + 1;
        String pattern = getPath(syntaxAndPattern.substring(colon)) instanceof RemotePath path ? path.key() : "";
        FileSystem local = FileSystems.getDefault();
        PathMatcher matcher = local.getPathMatcher(syntaxAndPattern.substring(0, colon) + pattern);
        return path -> path instanceof RemotePath remote && matcher.matches(local.getPath(remote.key()));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("files on other hosts have no users here");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("files on other hosts are not watched");
    }
}
