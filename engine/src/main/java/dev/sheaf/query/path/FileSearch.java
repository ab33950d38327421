package dev.sheaf.query.path;

import dev.sheaf.column.Names;
import dev.sheaf.file.PendingFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// Finds the files that a path or a pattern names. `paths` makes a path of a text; `isData` tells which files of a
/// folder count.
public record FileSearch(Function<String, Path> paths, Predicate<Path> isData) {

    /// The files that a path or pattern names, sorted by name.
    ///
    /// @throws IllegalArgumentException if there is none
    public List<Path> files(String pathOrPattern) {
        Path path = paths.apply(pathOrPattern);
        String name = path.toString();
        if (isRemote(path) && !isPattern(name)) {
            checkReachable(path);
        }
        if (Files.isDirectory(path)) {
            return inFolder(path, name);
        }
        return !isPattern(name) || Files.exists(path) ? List.of(existing(path)) : matching(path, name);
    }

    private static boolean isRemote(Path path) {
        return !path.getFileSystem().equals(FileSystems.getDefault());
    }

    /// Where a file lies on another host, there are more reasons than that it is missing.
    private static void checkReachable(Path path) {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException failure) {
            throw new IllegalArgumentException("cannot read " + path + ": " + PendingFile.reason(failure), failure);
        }
    }

    private static Path existing(Path path) {
        if (Files.isSymbolicLink(path) && !Files.exists(path)) {
            throw new IllegalArgumentException(path + " is a link that leads to no file");
        }
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("no file " + path + "." + nearby(path));
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(path + " is a pipe or a device, and a table is read more than once;"
                    + " write it to a file, and name that");
        }
        return path;
    }

    private static String nearby(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return " There is no folder " + folder + ".";
        }
        try (Stream<Path> siblings = Files.list(folder)) {
            List<String> names =
                    siblings.map(sibling -> sibling.getFileName().toString()).toList();
            return Names.didYouMean(path.getFileName().toString(), names);
        } catch (IOException unreadable) {
            return " Its folder cannot be read.";
        }
    }

    private List<Path> inFolder(Path folder, String asked) {
        ForeignFormat.ofFolder(folder).ifPresent(format -> {
            throw format.refusal(folder);
        });
        try (Stream<Path> files = Files.walk(folder)) {
            return sorted(files.filter(Files::isRegularFile).filter(isData), asked);
        } catch (IOException | UncheckedIOException failure) {
            throw unlisted(folder, failure);
        }
    }

    private List<Path> matching(Path path, String pattern) {
        Path root = folderBeforePattern(pattern);
        PathMatcher matcher = matcher(path, pattern);
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException("no file matches " + pattern + "; there is no folder " + root);
        }
        try (Stream<Path> files = Files.walk(root, levels(pattern, root))) {
            return sorted(
                    files.filter(Files::isRegularFile).filter(file -> matcher.matches(file.normalize())), pattern);
        } catch (IOException | UncheckedIOException failure) {
            throw unlisted(root, failure);
        }
    }

    /// How far below its folder a pattern can match: only two stars, and braces with a separator in them,
    /// go deeper than the pattern is long.
    private static int levels(String pattern, Path root) {
        String below = pattern.substring(root.toString().length());
        boolean isBounded = !below.contains("**") && !below.contains("{");
        return isBounded ? Path.of(below.replaceFirst("^/+", "")).getNameCount() : Integer.MAX_VALUE;
    }

    private static UncheckedIOException unlisted(Path asked, Exception failure) {
        IOException cause = failure instanceof UncheckedIOException walking
                ? Objects.requireNonNull(walking.getCause())
                : (IOException) failure;
        String folder =
                cause instanceof FileSystemException some && some.getFile() != null ? some.getFile() : asked.toString();
        return new UncheckedIOException("cannot list the folder " + folder + ": " + PendingFile.reason(cause), cause);
    }

    /// @throws IllegalArgumentException for brackets and braces that do not match
    private static PathMatcher matcher(Path path, String pattern) {
        try {
            return path.getFileSystem().getPathMatcher("glob:" + path.normalize());
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "no file is called " + pattern + ", and it is no pattern either: "
                            + wrong.getDescription().toLowerCase(Locale.ROOT)
                            + "; write *, ?, [a-z] or {a,b}, and a \\ before such a character in a name",
                    wrong);
        }
    }

    private static List<Path> sorted(Stream<Path> files, String asked) {
        List<Path> found = files.sorted().toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no file matches " + asked);
        }
        return found;
    }

    /// The part of a pattern before its first wildcard, up to a separator.
    private Path folderBeforePattern(String pattern) {
        int wildcard = 0;
        while (!isPattern(pattern.substring(0, wildcard + 1))) {
            wildcard++;
        }
        int separator = pattern.lastIndexOf('/', wildcard);
        return paths.apply(separator < 0 ? "" : separator == 0 ? "/" : pattern.substring(0, separator));
    }

    private static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }
}
