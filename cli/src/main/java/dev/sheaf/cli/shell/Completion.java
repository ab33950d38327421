package dev.sheaf.cli.shell;

import dev.sheaf.column.Schema;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/// Completes keywords, tables, columns, and behind a quote files.
final class Completion implements Completer {
    private static final List<String> KEYWORDS = List.of(
            "ALL",
            "AND",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CASE",
            "CAST",
            "COPY",
            "CREATE",
            "CROSS",
            "DESC",
            "DESCRIBE",
            "DISTINCT",
            "DROP",
            "ELSE",
            "END",
            "EXCLUDE",
            "EXISTS",
            "EXPLAIN",
            "FALSE",
            "FILTER",
            "FROM",
            "FULL",
            "GROUP",
            "HAVING",
            "ILIKE",
            "IN",
            "INNER",
            "INSERT",
            "INTERVAL",
            "INTO",
            "IS",
            "JOIN",
            "LEFT",
            "LIKE",
            "LIMIT",
            "MERGE",
            "NOT",
            "NULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "OVER",
            "PARTITION",
            "QUALIFY",
            "REPLACE",
            "RIGHT",
            "ROLLUP",
            "SELECT",
            "SHOW",
            "SUMMARIZE",
            "TABLE",
            "TABLES",
            "THEN",
            "TRUE",
            "UNION",
            "USING",
            "VALUES",
            "VIEW",
            "WHEN",
            "WHERE",
            "WINDOW",
            "WITH");

    private final SqlSession session;

    Completion(SqlSession session) {
        this.session = session;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        if (word.startsWith("'") || word.startsWith("\"")) {
            files(word.substring(0, 1), word.substring(1), candidates);
        } else if (word.startsWith(".")) {
            DotCommands.NAMES.forEach(name -> candidates.add(new Candidate(name)));
        } else if (isFileCommand(line)) {
            files("", word, candidates);
        } else {
            names().forEach(name -> candidates.add(new Candidate(name)));
            boolean lower = !word.isEmpty() && Character.isLowerCase(word.charAt(0));
            KEYWORDS.forEach(
                    keyword -> candidates.add(new Candidate(lower ? keyword.toLowerCase(Locale.ROOT) : keyword)));
        }
    }

    private static boolean isFileCommand(ParsedLine line) {
        return line.wordIndex() == 1
                && Set.of(".read", ".save").contains(line.words().getFirst());
    }

    /// Tables, and the columns of those that can be read.
    private Set<String> names() {
        Set<String> names = new TreeSet<>(session.tables());
        for (String table : session.tables()) {
            try {
                Schema schema = session.query("FROM \"" + table.replace("\"", "\"\"") + "\"")
                        .schema();
                names.addAll(schema.names());
            } catch (RuntimeException unreadable) {
                continue; // a query that names it will say why
            }
        }
        return names;
    }

    private static void files(String quote, String typed, List<Candidate> candidates) {
        String folder = typed.substring(0, typed.lastIndexOf('/') + 1);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder.isEmpty() ? "." : folder))) {
            for (Path entry : entries) {
                boolean goesOn = Files.isDirectory(entry);
                String path = quote + folder + entry.getFileName() + (goesOn ? "/" : quote);
                candidates.add(new Candidate(path, path, null, null, null, null, !goesOn));
            }
        } catch (IOException | InvalidPathException none) {
            candidates.clear(); // nothing to choose from
        }
    }
}
