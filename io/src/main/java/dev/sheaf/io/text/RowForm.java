package dev.sheaf.io.text;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.text.ValueText;

/// How rows are written for programs to read.
public sealed interface RowForm {

    /// What comes before all rows.
    void head(StringBuilder text, Schema schema);

    /// Row `row` of a table, which is row `ordinal` of all.
    void row(StringBuilder text, Table table, long row, long ordinal);

    /// What comes after all rows.
    void foot(StringBuilder text, long rowCount);

    /// Delimited values as in RFC 4180, with line feeds.
    ///
    /// @param header whether a line of names comes first
    /// @param nullText a field that is null; a text that is the same has quotes
    record Csv(char delimiter, boolean header, String nullText) implements RowForm {
        /// Separated by commas, below a line of names. Null is an empty field, an empty string is `""`.
        public Csv() {
            this(',', true, "");
        }

        @Override
        public void head(StringBuilder text, Schema schema) {
            if (!header) {
                return;
            }
            for (int i = 0; i < schema.size(); i++) {
                separate(text, i);
                int start = text.length();
                text.append(schema.field(i).name());
                quoteIfNeeded(text, start);
            }
            text.append('\n');
        }

        @Override
        public void row(StringBuilder text, Table table, long row, long ordinal) {
            for (int i = 0; i < table.columnCount(); i++) {
                separate(text, i);
                Column column = table.column(i);
                if (column.isNull(row)) {
                    text.append(nullText);
                } else {
                    int start = text.length();
                    ValueText.append(text, column, row);
                    quoteIfNeeded(text, start);
                }
            }
            text.append('\n');
        }

        private void separate(StringBuilder text, int column) {
            if (column > 0) {
                text.append(delimiter);
            }
        }

        private void quoteIfNeeded(StringBuilder text, int start) {
            boolean needed = text.length() == start || isNullText(text, start);
            for (int i = start; i < text.length() && !needed; i++) {
                char c = text.charAt(i);
                needed = c == delimiter || c == '"' || c == '\n' || c == '\r';
            }
            if (needed) {
                String field = text.substring(start);
                text.setLength(start);
                text.append('"').append(field.replace("\"", "\"\"")).append('"');
            }
        }

        private boolean isNullText(StringBuilder text, int start) {
            return text.length() - start == nullText.length() && text.indexOf(nullText, start) == start;
        }

        @Override
        public void foot(StringBuilder text, long rowCount) {}
    }

    /// One JSON array of an object a row, each on a line of its own; see [JsonText] for the values.
    record Json() implements RowForm {
        @Override
        public void head(StringBuilder text, Schema schema) {
            text.append('[');
        }

        @Override
        public void row(StringBuilder text, Table table, long row, long ordinal) {
            text.append(ordinal == 0 ? "\n" : ",\n");
            JsonText.appendRow(text, table, row);
        }

        @Override
        public void foot(StringBuilder text, long rowCount) {
            text.append(rowCount == 0 ? "]\n" : "\n]\n");
        }
    }

    /// A JSON object a row, each on a line of its own; see [JsonText] for the values.
    record JsonLines() implements RowForm {
        @Override
        public void head(StringBuilder text, Schema schema) {}

        @Override
        public void row(StringBuilder text, Table table, long row, long ordinal) {
            JsonText.appendRow(text, table, row);
            text.append('\n');
        }

        @Override
        public void foot(StringBuilder text, long rowCount) {}
    }

    /// A table of GitHub-flavoured Markdown. Null is NULL.
    record Markdown() implements RowForm {
        @Override
        public void head(StringBuilder text, Schema schema) {
            text.append('|');
            for (Field field : schema.fields()) {
                text.append(' ').append(escaped(field.name())).append(" |");
            }
            text.append("\n|");
            for (Field field : schema.fields()) {
                text.append(field.type().decoded().isNumeric() ? "---:|" : "---|");
            }
            text.append('\n');
        }

        @Override
        public void row(StringBuilder text, Table table, long row, long ordinal) {
            text.append('|');
            StringBuilder cell = new StringBuilder();
            for (Column column : table.columns()) {
                cell.setLength(0);
                ValueText.append(cell, column, row);
                text.append(' ').append(escaped(cell.toString())).append(" |");
            }
            text.append('\n');
        }

        private static String escaped(String cell) {
            return cell.replace("\\", "\\\\")
                    .replace("|", "\\|")
                    .replace("<", "&lt;")
                    .replace("\r\n", "<br>")
                    .replace("\n", "<br>");
        }

        @Override
        public void foot(StringBuilder text, long rowCount) {}
    }
}
