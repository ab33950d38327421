package dev.sheaf.frame.data;

import java.util.List;

/// Frames as HTML tables, for notebooks; rows are cut as in [FrameText].
public final class Html {
    private Html() {}

    /// A `<table>` with labels in `<th>`, and the size below it.
    public static String draw(Frame frame) {
        StringBuilder html = new StringBuilder("<table>\n<thead>\n<tr>");
        cell(html, "th", FrameText.indexName(frame));
        frame.columns().labels().forEach(label -> cell(html, "th", label.toString()));
        html.append("</tr>\n</thead>\n<tbody>\n");
        FrameText.cells(frame).forEach(row -> row(html, row));
        return html.append("</tbody>\n</table>\n<p>")
                .append(FrameText.size(frame).strip())
                .append("</p>\n")
                .toString();
    }

    private static void row(StringBuilder html, List<String> cells) {
        html.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            cell(html, i == 0 ? "th" : "td", cells.get(i));
        }
        html.append("</tr>\n");
    }

    private static void cell(StringBuilder html, String tag, String text) {
        html.append('<').append(tag).append('>');
        html.append(text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;"));
        html.append("</").append(tag).append('>');
    }
}
