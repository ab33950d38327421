package dev.sheaf.sql.tree;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// A name, without the quotes that it may have been written in.
public record Name(String text, Span at) implements Node {

    /// What the database of a session is called in front of names, in lower case.
    private static final Set<String> DATABASES = Set.of("memory", "temp");

    /// The name of a table or view of a session: `t`, which may be written `main.t`, `temp.t` and `memory.main.t`, or
    /// `s.t` of a schema, which may be written `memory.s.t`.
    public static String ofTable(List<Name> path) {
        boolean isLong =
                path.size() > 1 && DATABASES.contains(path.getFirst().text().toLowerCase(Locale.ROOT));
        List<Name> inDatabase = isLong ? path.subList(1, path.size()) : path;
        boolean isOfMain =
                inDatabase.size() == 2 && inDatabase.getFirst().text().equalsIgnoreCase("main");
        return dotted(isOfMain ? inDatabase.subList(1, 2) : inDatabase);
    }

    /// The name of a schema, which may have the database in front of it.
    public static String ofSchema(List<Name> path) {
        boolean isLong = path.size() == 2 && path.getFirst().text().equalsIgnoreCase("memory");
        return dotted(isLong ? path.subList(1, 2) : path);
    }

    /// The parts of a name with dots between them.
    public static String dotted(List<Name> path) {
        return path.stream().map(Name::text).collect(Collectors.joining("."));
    }
}
