package dev.sheaf.cli.shell;

import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.sql.SqlSession;
import java.util.Optional;

/// What a shell works with, and what its user has set.
final class ShellState {
    private final SqlSession session;
    private ResultFormat mode = ResultFormat.TABLE;
    private boolean timing;
    private Optional<String> lastQuery = Optional.empty();

    ShellState(SqlSession session) {
        this.session = session;
    }

    SqlSession session() {
        return session;
    }

    ResultFormat mode() {
        return mode;
    }

    void setMode(ResultFormat format) {
        mode = format;
    }

    boolean timing() {
        return timing;
    }

    void setTiming(boolean on) {
        timing = on;
    }

    /// The query that gave the last result.
    Optional<String> lastQuery() {
        return lastQuery;
    }

    void setLastQuery(String sql) {
        lastQuery = Optional.of(sql);
    }
}
