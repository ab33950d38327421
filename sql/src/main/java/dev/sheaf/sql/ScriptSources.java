package dev.sheaf.sql;

import dev.sheaf.sql.tree.Source;
import java.util.List;

/// Cuts a script into the sources of its statements, each of which knows its place in the script.
final class ScriptSources {
    private final String script;
    private int at;
    private int line = 1;
    private int lineStart;

    private ScriptSources(String script) {
        this.script = script;
    }

    /// The statements of a script, or all of it if it has no two.
    static List<Source> of(String script) {
        List<SqlScript.Part> parts = SqlScript.parts(script);
        return parts.size() < 2
                ? List.of(new Source(script))
                : parts.stream().map(new ScriptSources(script)::inPlace).toList();
    }

    private Source inPlace(SqlScript.Part part) {
        advance(part.start());
        return new Source(part.text(), line, 1 + at - lineStart);
    }

    private void advance(int to) {
        for (; at < to; at++) {
            if (script.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
    }
}
