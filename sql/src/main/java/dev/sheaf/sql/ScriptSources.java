package dev.sheaf.sql;

import dev.sheaf.sql.tree.Source;
import java.util.ArrayList;
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
        SqlScript cut = SqlScript.of(script);
        List<String> pieces = new ArrayList<>(cut.statements());
        if (!cut.rest().isEmpty()) {
            pieces.add(cut.rest());
        }
        return pieces.size() < 2
                ? List.of(new Source(script))
                : pieces.stream().map(new ScriptSources(script)::inPlace).toList();
    }

    private Source inPlace(String piece) {
        advance(script.indexOf(piece, at));
        Source source = new Source(piece, line, 1 + at - lineStart);
        advance(at + piece.length());
        return source;
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
