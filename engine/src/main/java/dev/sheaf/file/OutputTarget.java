package dev.sheaf.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Where output that a user names goes: `direct` ones (devices, pipes, open streams under `/proc`) are written to as
/// they are, others are made beside their place and moved there.
///
/// A symbolic link is followed, so the link stays and its target is made or replaced.
record OutputTarget(Path path, boolean direct) {
    /// Most links that are followed, as in Linux.
    private static final int MOST_LINKS = 40;

    private static final Path PROCESSES = Path.of("/proc");
    private static final int STICKY_FOR_ALL = 01002;

    /// @throws IllegalArgumentException if nothing can be made there
    /// @throws IOException if the file system fails
    static OutputTarget of(Path asked) throws IOException {
        if (asked.getFileSystem().isReadOnly()) {
            throw cannot(asked, "files there are only read; write one on this machine, and copy it");
        }
        Path path = asked;
        for (int links = 0; Files.isSymbolicLink(path); links++) {
            if (links == MOST_LINKS) {
                throw cannot(asked, "its symbolic links lead in a circle");
            }
            checkTrusted(path, asked);
            path = path.resolveSibling(Files.readSymbolicLink(path));
            if (path.toAbsolutePath().startsWith(PROCESSES)) {
                return new OutputTarget(asked, true);
            }
        }
        if (Files.isDirectory(path)) {
            throw cannot(asked, "it is a folder; name a file in it");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            return new OutputTarget(path, true);
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw cannot(asked, "there is no folder " + folder);
        }
        return new OutputTarget(path, false);
    }

    /// The rule of Linux (`fs.protected_symlinks`): in a folder such as `/tmp`, in which everybody makes files,
    /// somebody else's link does not choose what we overwrite.
    private static void checkTrusted(Path link, Path asked) throws IOException {
        Path folder = link.toAbsolutePath().getParent();
        if (!CurrentUser.IS_UNIX || folder == null || CurrentUser.owns(link)) {
            return;
        }
        int mode = (Integer) Files.getAttribute(folder, "unix:mode");
        boolean shared = (mode & STICKY_FOR_ALL) == STICKY_FOR_ALL;
        if (shared && CurrentUser.uid(link) != (Integer) Files.getAttribute(folder, "unix:uid")) {
            throw cannot(asked, "it is a symbolic link that another user made in " + folder);
        }
    }

    private static IllegalArgumentException cannot(Path asked, String why) {
        return new IllegalArgumentException("cannot write " + asked + ": " + why);
    }

    /// The mode of the file that is replaced, with its owner and group, given to the one that takes its place.
    ///
    /// Only the superuser can give files away. A group that is not the old one may do what all others may.
    static void copyRights(Path from, Path to) throws IOException {
        if (!CurrentUser.IS_UNIX || !Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        set(to, "unix:uid", Files.getAttribute(from, "unix:uid"));
        boolean sameGroup = set(to, "unix:gid", Files.getAttribute(from, "unix:gid"));
        int mode = (Integer) Files.getAttribute(from, "unix:mode") & 0777;
        int others = mode & 7;
        int group = sameGroup ? mode & 070 : mode & (others << 3);
        Files.setAttribute(to, "unix:mode", (mode & 0700) | group | others);
    }

    private static boolean set(Path file, String attribute, Object value) {
        try {
            if (!Files.getAttribute(file, attribute).equals(value)) {
                Files.setAttribute(file, attribute, value);
            }
            return true;
        } catch (IOException notAllowed) {
            return false;
        }
    }
}
