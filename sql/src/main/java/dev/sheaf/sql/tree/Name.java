package dev.sheaf.sql.tree;

import java.util.List;
import java.util.stream.Collectors;

/// A name, without the quotes that it may have been written in.
public record Name(String text, Span at) implements Node {

    /// The parts of a name with dots between them.
    public static String dotted(List<Name> path) {
        return path.stream().map(Name::text).collect(Collectors.joining("."));
    }
}
