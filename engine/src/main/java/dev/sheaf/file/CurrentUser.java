package dev.sheaf.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Who runs this process, as the file system sees it.
public final class CurrentUser {
    /// Files have Unix's owners and modes here. Where they have not, a temporary folder is the user's own already.
    static final boolean IS_UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    private CurrentUser() {}

    /// Whether a file, folder or link is this user's; a link is not followed.
    ///
    /// @throws IOException if that cannot be found out
    public static boolean owns(Path path) throws IOException {
        return !IS_UNIX || uid(path) == Self.UID;
    }

    /// Numbers instead of names: looking up a name may ask a directory service.
    static int uid(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static final class Self {
        static final long UID = uid();

        /// A file that this process makes belongs to its user.
        private static long uid() {
            try {
                Path probe = Files.createTempFile("sheaf-owner", ".tmp");
                try {
                    return CurrentUser.uid(probe);
                } finally {
                    Files.delete(probe);
                }
            } catch (IOException _) {
                return -1;
            }
        }
    }
}
