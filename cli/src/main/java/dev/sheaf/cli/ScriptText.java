package dev.sheaf.cli;

import dev.sheaf.sql.SqlScript;
import java.util.ArrayList;
import java.util.List;

/// Cuts the text of a command into its statements.
final class ScriptText {
    private ScriptText() {}

    /// The statements of a text, or all of it if it has no two. Each stands behind as many lines and blanks as in
    /// the text, so that errors name their place there.
    static List<String> statements(String text) {
        SqlScript script = SqlScript.of(text);
        List<String> pieces = new ArrayList<>(script.statements());
        if (!script.rest().isEmpty()) {
            pieces.add(script.rest());
        }
        return pieces.size() < 2 ? List.of(text) : inPlace(text, pieces);
    }

    private static List<String> inPlace(String text, List<String> pieces) {
        List<String> statements = new ArrayList<>();
        int lines = 0;
        int lineStart = 0;
        int at = 0;
        for (String piece : pieces) {
            int start = text.indexOf(piece, at);
            for (; at < start; at++) {
                if (text.charAt(at) == '\n') {
                    lines++;
                    lineStart = at + 1;
                }
            }
            statements.add("\n".repeat(lines) + " ".repeat(start - lineStart) + piece);
        }
        return statements;
    }
}
