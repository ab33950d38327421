package dev.sheaf.cli;

import dev.sheaf.sql.SqlScript;
import java.util.ArrayList;
import java.util.List;

/// Cuts the text of a command into its statements.
final class ScriptText {
    private final String text;
    private int at;
    private int lines;
    private int lineStart;

    private ScriptText(String text) {
        this.text = text;
    }

    /// The statements of a text, or all of it if it has no two. Each stands behind as many lines and blanks as in
    /// the text, so that errors name their place there.
    static List<String> statements(String text) {
        SqlScript script = SqlScript.of(text);
        List<String> pieces = new ArrayList<>(script.statements());
        if (!script.rest().isEmpty()) {
            pieces.add(script.rest());
        }
        return pieces.size() < 2
                ? List.of(text)
                : pieces.stream().map(new ScriptText(text)::inPlace).toList();
    }

    private String inPlace(String piece) {
        advance(text.indexOf(piece, at));
        String before = "\n".repeat(lines) + " ".repeat(at - lineStart);
        advance(at + piece.length());
        return before + piece;
    }

    private void advance(int to) {
        for (; at < to; at++) {
            if (text.charAt(at) == '\n') {
                lines++;
                lineStart = at + 1;
            }
        }
    }
}
