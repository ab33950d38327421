package dev.sheaf.jdbc;

import dev.sheaf.query.FileFormats;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The files of a folder as tables: `orders.parquet` and the folder `orders` with files are the table `orders`.
final class Folder {
    private Folder() {}

    /// Makes each file of a format that is known, and each folder, a table. Files are opened when a query names them.
    ///
    /// @throws SQLException if there is no such folder
    static void register(String folder, SqlSession session) throws SQLException {
        if (folder.isEmpty()) {
            return;
        }
        Set<String> taken = new HashSet<>();
        for (Path entry : entries(folder)) {
            String file = String.valueOf(entry.getFileName());
            String name = file.indexOf('.') > 0 ? file.substring(0, file.indexOf('.')) : file;
            boolean first = taken.add(name.toLowerCase(Locale.ROOT));
            session.registerFiles(first ? name : file, entry.toString());
        }
    }

    private static List<Path> entries(String folder) throws SQLException {
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            return entries.filter(Folder::isTable).sorted().toList();
        } catch (IOException | InvalidPathException refused) {
            throw new SQLException("there is no folder " + folder + " to read", Errors.NO_CONNECTION, refused);
        }
    }

    private static boolean isTable(Path entry) {
        String name = String.valueOf(entry.getFileName()).toLowerCase(Locale.ROOT);
        boolean hidden = name.startsWith(".") || name.startsWith("_");
        return !hidden
                && (Files.isDirectory(entry)
                        || FileFormats.all().stream()
                                .flatMap(format -> format.extensions().stream())
                                .anyMatch(ending -> name.endsWith("." + ending)));
    }
}
