package dev.sheaf.query;

import dev.sheaf.query.path.FileSearch;
import dev.sheaf.query.path.ForeignFormat;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
        return new FileSearch(FileFormats::path, FileFormats::isData).files(pathOrPattern);
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

    private static boolean isData(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".")
                && !name.startsWith("_")
                && all().stream().anyMatch(format -> goesBy(format, file));
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
