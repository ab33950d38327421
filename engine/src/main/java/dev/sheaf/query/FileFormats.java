package dev.sheaf.query;

import dev.sheaf.column.Names;
import dev.sheaf.file.PendingFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Knows the file formats of this process, and turns a path as a user writes it into files.
public final class FileFormats {
    /// A letter alone is a drive.
    private static final Pattern ADDRESS = Pattern.compile("([a-z][a-z0-9+.-]+)://");

    private FileFormats() {}

    /// All formats.
    public static List<FileFormat> all() {
        return Loaded.ALL;
    }

    /// The format of a name.
    ///
    /// @throws IllegalArgumentException if there is none; the message says which jar brings formats
    public static FileFormat named(String name) {
        return all().stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("format \"" + name + "\""));
    }

    /// The format that a file name ends in.
    ///
    /// @throws IllegalArgumentException if no format goes by the ending; the message says what to do with
    ///     files of formats that are known and not read
    public static FileFormat of(Path file) {
        return all().stream()
                .filter(format -> goesBy(format, file))
                .findFirst()
                .orElseThrow(() -> ForeignFormat.ofFile(file)
                        .map(format -> format.refusal(file))
                        .orElseGet(() -> unknown("the ending of \"" + file + "\"")));
    }

    private static boolean goesBy(FileFormat format, Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return format.extensions().stream().anyMatch(extension -> name.endsWith("." + extension));
    }

    /// Opens a file, the files that a pattern matches (`sales/2024-*.parquet`), or the files in a folder,
    /// as one dataset.
    ///
    /// @throws IllegalArgumentException if there is no such file, no format for it, or files of several
    ///     formats
    public static Dataset open(String pathOrPattern) {
        return open(List.of(pathOrPattern), FileOptions.NONE);
    }

    /// As [#open(String)], for several paths or patterns and with options: those of the format, and for
    /// all formats
    ///
    /// | option | value |
    /// |---|---|
    /// | `hive_partitioning` | whether folders such as `year=2024` are columns; where all files have the same |
    /// | `hive_types` | types of such columns; others are int64, date, timestamp or text, as values are |
    /// | `filename` | true for a column `filename` with the path of each row's file, or a name for it |
    /// | `schema` | the columns that the result has, with their types; those that files lack are null |
    ///
    /// @throws IllegalArgumentException as [#open(String)], and for options that there are not, or whose
    ///     values do not fit
    public static Dataset open(List<String> pathsOrPatterns, FileOptions options) {
        List<Path> files = files(pathsOrPatterns);
        FileFormat format = of(files.getFirst());
        for (Path file : files) {
            FileFormat other = of(file);
            if (!other.name().equals(format.name())) {
                throw new IllegalArgumentException(String.join(", ", pathsOrPatterns)
                        + " has files of several formats: " + files.getFirst() + " is " + format.name() + ", " + file
                        + " is " + other.name() + "; name those of one format by a pattern, such as '*."
                        + format.extensions().getFirst()
                        + "'");
            }
        }
        return open(format, files, options);
    }

    /// As [#open(List, FileOptions)] for files of a format, whatever their endings.
    ///
    /// @throws IllegalArgumentException as [#open(List, FileOptions)]
    public static Dataset open(FileFormat format, List<String> pathsOrPatterns, FileOptions options) {
        return open(format, files(pathsOrPatterns), options);
    }

    private static Dataset open(FileFormat format, Collection<Path> files, FileOptions options) {
        Set<String> known = new HashSet<>(format.options());
        known.addAll(DressedFiles.OPTIONS);
        options.checkKnown("the format " + format.name(), known);
        List<Path> all = List.copyOf(files);
        return DressedFiles.of(format.open(all, options), all, options);
    }

    private static List<Path> files(List<String> pathsOrPatterns) {
        if (pathsOrPatterns.isEmpty()) {
            throw new IllegalArgumentException("no file given; name at least one");
        }
        return pathsOrPatterns.stream().flatMap(path -> files(path).stream()).toList();
    }

    /// The files that a path or pattern names, sorted by name.
    ///
    /// @throws IllegalArgumentException if there is none
    public static List<Path> files(String pathOrPattern) {
        Path path = path(pathOrPattern);
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

    /// What a user calls a file, as a path: one of this machine, or an address such as `s3://bucket/x.parquet`
    /// ([PathResolver]).
    ///
    /// @throws IllegalArgumentException for what no file can be called, and for addresses that nobody knows
    public static Path path(String text) {
        Matcher address = ADDRESS.matcher(text);
        if (address.lookingAt()) {
            String scheme = address.group(1);
            return Loaded.RESOLVERS.stream()
                    .filter(resolver -> resolver.covers(scheme))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("files are not read by " + scheme
                            + ": addresses; copy the file to this machine, or name it by https: or s3:"))
                    .path(text);
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException(
                    "no file can be called \"" + text + "\" here: " + wrong.getReason(), wrong);
        }
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

    private static List<Path> inFolder(Path folder, String asked) {
        ForeignFormat.ofFolder(folder).ifPresent(format -> {
            throw format.refusal(folder);
        });
        try (Stream<Path> files = Files.walk(folder)) {
            return sorted(files.filter(Files::isRegularFile).filter(FileFormats::isData), asked);
        } catch (IOException | UncheckedIOException failure) {
            throw unlisted(folder, failure);
        }
    }

    private static boolean isData(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".")
                && !name.startsWith("_")
                && all().stream().anyMatch(format -> goesBy(format, file));
    }

    private static List<Path> matching(Path path, String pattern) {
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
    private static Path folderBeforePattern(String pattern) {
        int wildcard = 0;
        while (!isPattern(pattern.substring(0, wildcard + 1))) {
            wildcard++;
        }
        int separator = pattern.lastIndexOf('/', wildcard);
        return path(separator < 0 ? "" : separator == 0 ? "/" : pattern.substring(0, separator));
    }

    private static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }

    private static IllegalArgumentException unknown(String what) {
        String known = all().stream().map(FileFormat::name).collect(Collectors.joining(", "));
        return new IllegalArgumentException("no file format for " + what + "; "
                + (known.isEmpty() ? "add dev.sheaf:sheaf-io to the class path" : "known formats: " + known));
    }

    private static final class Loaded {
        static final List<FileFormat> ALL = all(FileFormat.class);
        static final List<PathResolver> RESOLVERS = all(PathResolver.class);

        private static <T> List<T> all(Class<T> service) {
            return ServiceLoader.load(service, FileFormat.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        }
    }
}
