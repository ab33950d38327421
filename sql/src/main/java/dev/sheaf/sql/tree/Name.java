package dev.sheaf.sql.tree;

import java.util.List;
import java.util.stream.Collectors;

/// A name, without the quotes that it may have been written in.
public record Name(String text, Span at) implements Node {

    /// The name of a table or view of a session: `t`, which may be written `main.t` and `memory.main.t`.
    public static String ofTable(List<Name> path) {
        int schema = path.size() > 2 && path.getFirst().text().equalsIgnoreCase("memory") ? 1 : 0;
        boolean isOfMain = path.size() == schema + 2 && path.get(schema).text().equalsIgnoreCase("main");
        return dotted(isOfMain ? path.subList(schema + 1, path.size()) : path);
    }

    /// The parts of a name with dots between them.
    public static String dotted(List<Name> path) {
        return path.stream().map(Name::text).collect(Collectors.joining("."));
    }
}
