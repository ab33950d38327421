package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What `java.nio.file` asks of files on other hosts. It is not installed in the process: its paths are made by
/// [RemoteNames].
final class RemoteProvider extends FileSystemProvider {

    private static RemotePath remote(Path path) {
        return (RemotePath) path;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        checkReads(options);
        return new RemoteChannel(remote(path).file().ranges());
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        checkReads(Arrays.asList(options));
        return new RemoteStream(remote(path).file().ranges());
    }

    private static void checkReads(Iterable<? extends OpenOption> options) {
        for (OpenOption option : options) {
            if (option != StandardOpenOption.READ && option != LinkOption.NOFOLLOW_LINKS) {
                throw new ReadOnlyFileSystemException();
            }
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        RemotePath path = remote(folder);
        if (!path.entry().isFolder()) {
            throw new NotDirectoryException(folder.toString());
        }
        List<Path> found = new ArrayList<>();
        for (Entry entry : path.store().list(path.key().isEmpty() ? "" : path.key() + "/")) {
            Path below = path.of(entry);
            if (filter.accept(below)) {
                found.add(below);
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        if (type != BasicFileAttributes.class) {
            throw new UnsupportedOperationException(type + " of a file on another host");
        }
        return type.cast(new RemoteAttributes(remote(path).entry()));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        remote(path).entry();
        if (Arrays.asList(modes).contains(AccessMode.WRITE)) {
            throw new ReadOnlyFileSystemException();
        }
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
        return path.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException("attributes by name of a file on another host");
    }

    @Override
    public String getScheme() {
        return "sheaf-remote";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("made by RemoteNames");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException("made by RemoteNames");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("made by RemoteNames");
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("other hosts do not say what room they have");
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(Path path) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new ReadOnlyFileSystemException();
    }
}
