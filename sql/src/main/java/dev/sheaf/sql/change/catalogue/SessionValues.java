package dev.sheaf.sql.change.catalogue;

import dev.sheaf.expr.Expr;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SessionSettings;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The settings, variables and prepared statements of a session by name, in any case. No transaction takes them back.
/// Thread-safe.
public final class SessionValues {
    /// A statement that PREPARE gave a name.
    ///
    /// @param source the text that it stands in
    /// @param parameters numbers from 1 and names, see [dev.sheaf.sql.parse.Parser#parameters]
    public record Prepared(Source source, Statement statement, List<String> parameters) {}

    private final Map<String, Expr.Literal> variables = new ConcurrentHashMap<>();
    private volatile SessionSettings settings = SessionSettings.NONE;
    private final Map<String, Prepared> statements = new ConcurrentHashMap<>();

    /// What SET has said.
    public SessionSettings settings() {
        return settings;
    }

    public void settings(SessionSettings now) {
        settings = now;
    }

    public void set(String name, Expr.Literal value) {
        variables.put(Relations.key(name), value);
    }

    public void reset(String name) {
        variables.remove(Relations.key(name));
    }

    /// The variables by name in lower case, as they are now.
    public Map<String, Expr.Literal> variables() {
        return Map.copyOf(variables);
    }

    public void prepare(String name, Prepared statement) {
        statements.put(Relations.key(name), statement);
    }

    public Optional<Prepared> prepared(String name) {
        return Optional.ofNullable(statements.get(Relations.key(name)));
    }

    public void deallocate(String name) {
        statements.remove(Relations.key(name));
    }

    public void deallocateAll() {
        statements.clear();
    }
}
