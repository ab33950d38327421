package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.sql.function.NamedType;
import dev.sheaf.sql.function.TextForm;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the expressions of one query came from, so that an error found in an expression points at the right words;
/// and how large they are, so that one too large is refused before anybody walks over it.
public final class Origins {
    /// As in DuckDB; what runs an expression recurses on the stack of a common thread.
    private static final int MOST_LEVELS = 1000;

    /// As many parts as the aliases and macros of a query may add to its expressions, constants of aliases aside.
    /// Aliases that name each other twice double with every alias.
    private static final long MOST_ADDED_PARTS = 100_000;

    /// What is remembered of an expression; `parts` counts each part as often as it is written out.
    private record Origin(@Nullable Span at, int levels, long parts) {}

    private final Source source;
    private final Map<String, NamedType> types;
    private final Map<Expr, Origin> origins = new IdentityHashMap<>();
    private final Collations collations;
    private long addedParts;

    /// @param types those of the session by names in lower case
    public Origins(Source source, Map<String, NamedType> types, Collations collations) {
        this.source = source;
        this.collations = collations;
        this.types = types;
    }

    /// How the texts of the query are compared.
    public Collations collations() {
        return collations;
    }

    /// The collation of a name.
    ///
    /// @throws QueryError if there is none
    public Collation collation(List<Name> names, Node node) {
        return Collation.of(names)
                .orElseThrow(() ->
                        error(node, "COLLATE takes NOCASE, NOACCENT, NFC, several of them with dots between, or C"));
    }

    /// Whether a word may occur in the text, in any case.
    public boolean mentions(String word) {
        return source.text().toLowerCase(Locale.ROOT).contains(word);
    }

    /// An error about the words of a node.
    public QueryError error(Node node, String problem) {
        return source.error(node.at(), problem);
    }

    /// An error about a part of the text.
    public QueryError error(Span at, String problem) {
        return source.error(at.start(), Math.max(at.end(), at.start() + 1), problem);
    }

    /// Remembers where an expression came from.
    ///
    /// @throws QueryError if it is too deep or too large
    public Expr note(Expr expr, Node node) {
        Origin known = origins.get(expr);
        if (known != null && known.at() != null) {
            return expr;
        }
        Origin origin = known == null ? measured(expr) : known;
        if (origin.levels() > MOST_LEVELS) {
            throw error(node, "this expression is nested more than " + MOST_LEVELS + " levels deep");
        }
        origins.put(expr, new Origin(node.at(), origin.levels(), origin.parts()));
        return expr;
    }

    /// Takes the expression of an alias in its place.
    ///
    /// @throws QueryError if the aliases of the query stand for too much by now
    public Expr expanded(Expr alias, Node node) {
        add(measured(alias).parts(), node, "aliases");
        return alias;
    }

    /// Counts the parts of what aliases, macros or queries of WITH stand for.
    ///
    /// @throws QueryError if they stand for too much by now
    public void add(long parts, Node node, String what) {
        addedParts += parts;
        if (addedParts > MOST_ADDED_PARTS) {
            throw error(
                    node,
                    "the " + what + " of this query stand for more than " + MOST_ADDED_PARTS
                            + " parts of expressions; compute them in a query in FROM");
        }
    }

    private Origin measured(Expr expr) {
        Origin known = origins.get(expr);
        if (known != null) {
            return known;
        }
        int levels = 0;
        long parts = expr instanceof Expr.Literal ? 0 : 1;
        for (Expr child : expr.children()) {
            Origin part = measured(child);
            levels = Math.max(levels, part.levels());
            parts += part.parts();
        }
        Origin measured = new Origin(null, levels + 1, parts);
        origins.put(expr, measured);
        return measured;
    }

    /// Where an expression came from, or `otherwise` if it was made here.
    public Span at(Expr expr, Span otherwise) {
        Origin origin = origins.get(expr);
        return origin == null || origin.at() == null ? otherwise : origin.at();
    }

    /// Which texts of the type of a name are read as those of a kind, if any are.
    public Optional<TextForm> form(TypeName name) {
        return TypeNames.form(name.text(), types);
    }

    /// The type that a name stands for.
    ///
    /// @throws QueryError if there is none
    public DataType type(TypeName name) {
        try {
            return TypeNames.parse(name.text(), types);
        } catch (IllegalArgumentException unknown) {
            throw error(name, message(unknown));
        }
    }

    /// The type of an expression that stands at a node.
    ///
    /// @throws QueryError at the innermost part that has no type
    public DataType type(Expr expr, Typing typing, Node node) {
        return type(expr, typing, node.at());
    }

    private DataType type(Expr expr, Typing typing, Span at) {
        try {
            return typing.typeOf(expr);
        } catch (IllegalArgumentException refused) {
            throw innermost(expr, typing, at).orElseGet(() -> error(at(expr, at), message(refused)));
        }
    }

    private Optional<QueryError> innermost(Expr expr, Typing typing, Span at) {
        for (Expr child : expr.children()) {
            try {
                type(child, typing, at(expr, at));
            } catch (QueryError refused) {
                return Optional.of(refused);
            }
        }
        return Optional.empty();
    }

    public static String message(Throwable refused) {
        String message = refused.getMessage();
        return message == null ? refused.toString() : message;
    }
}
