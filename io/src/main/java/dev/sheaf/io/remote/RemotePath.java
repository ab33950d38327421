package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Entry;
import dev.sheaf.io.remote.http.RemoteFile;
import dev.sheaf.io.remote.http.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file or folder of a [Store]. Names that are relative to another path are paths of no store.
///
/// The path keeps the file that it was opened as: whoever reads it again by the same path reads the same state of
/// it, or hears that it has changed.
final class RemotePath implements Path {
    private static final String SEPARATOR = "/";

    private final FileSystem fileSystem;
    private final @Nullable Store store;
    private final String key;
    private @Nullable Entry entry;
    private @Nullable RemoteFile file;

    RemotePath(FileSystem fileSystem, @Nullable Store store, String key) {
        this.fileSystem = fileSystem;
        this.store = store;
        this.key = key.endsWith(SEPARATOR) ? key.substring(0, key.length() - 1) : key;
    }

    private RemotePath(FileSystem fileSystem, Store store, Entry entry) {
        this(fileSystem, store, entry.key());
        this.entry = entry;
    }

    /// The path of something that a listing of this folder names.
    RemotePath of(Entry found) {
        return new RemotePath(fileSystem, store(), found);
    }

    Store store() {
        if (store == null) {
            throw new IllegalArgumentException(key + " is a part of a path and no file");
        }
        return store;
    }

    String key() {
        return key;
    }

    /// Opens the file, once.
    synchronized RemoteFile file() throws IOException {
        RemoteFile open = file == null ? store().open(key) : file;
        file = open;
        return open;
    }

    /// What is there, asked for once.
    ///
    /// @throws NoSuchFileException if nothing is
    synchronized Entry entry() throws IOException {
        Entry known = entry == null ? find() : entry;
        entry = known;
        return known;
    }

    private Entry find() throws IOException {
        if (key.isEmpty() && store().isFolder(key)) {
            return Entry.folder(key);
        }
        try {
            RemoteFile found = file();
            return new Entry(key, found.byteSize(), found.modified(), false);
        } catch (NoSuchFileException missing) {
            if (store().isFolder(key)) {
                return Entry.folder(key);
            }
            throw missing;
        }
    }

    private RemotePath with(String otherKey) {
        return new RemotePath(fileSystem, store, otherKey);
    }

    private RemotePath relative(String names) {
        return new RemotePath(fileSystem, null, names);
    }

    private List<String> names() {
        return key.isEmpty() ? List.of() : Arrays.asList(key.split(SEPARATOR, -1));
    }

    @Override
    public FileSystem getFileSystem() {
        return fileSystem;
    }

    @Override
    public boolean isAbsolute() {
        return store != null;
    }

    @Override
    public @Nullable Path getRoot() {
        return store == null ? null : with("");
    }

    @Override
    public @Nullable Path getFileName() {
        return key.isEmpty() ? null : relative(names().getLast());
    }

    @Override
    public @Nullable Path getParent() {
        int end = key.lastIndexOf('/');
        boolean hasNone = key.isEmpty() || (end < 0 && store == null);
        return hasNone ? null : with(key.substring(0, Math.max(0, end)));
    }

    @Override
    public int getNameCount() {
        return names().size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int from, int to) {
        return relative(String.join(SEPARATOR, names().subList(from, to)));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof RemotePath path
                && Objects.equals(store, path.store)
                && path.getNameCount() <= getNameCount()
                && names().subList(0, path.getNameCount()).equals(path.names());
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof RemotePath path) || path.store != null) {
            return equals(other);
        }
        int from = getNameCount() - path.getNameCount();
        return from >= 0 && names().subList(from, getNameCount()).equals(path.names());
    }

    /// Keys are names as they are: `..` in one is no step up.
    @Override
    public Path normalize() {
        return this;
    }

    @Override
    public Path resolve(Path other) {
        return other.isAbsolute() ? other : resolve(other.toString());
    }

    @Override
    public Path resolve(String other) {
        return with(key.isEmpty() || other.isEmpty() ? key + other : key + SEPARATOR + other);
    }

    @Override
    public Path relativize(Path other) {
        if (!other.startsWith(this)) {
            throw new IllegalArgumentException(other + " is not below " + this);
        }
        return ((RemotePath) other)
                .relative(String.join(
                        SEPARATOR, ((RemotePath) other).names().subList(getNameCount(), other.getNameCount())));
    }

    @Override
    public URI toUri() {
        return URI.create(toString());
    }

    @Override
    public Path toAbsolutePath() {
        store();
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        entry();
        return this;
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("files on other hosts are not watched");
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RemotePath path && key.equals(path.key) && Objects.equals(store, path.store);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Objects.hashCode(store);
    }

    /// The address without what is secret in it.
    @Override
    public String toString() {
        return store == null ? key : store.name() + SEPARATOR + key;
    }
}
