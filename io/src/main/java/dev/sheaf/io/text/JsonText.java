package dev.sheaf.io.text;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.text.Printable;
import dev.sheaf.text.ValueText;
import java.util.HexFormat;

/// Values as JSON: numbers as numbers, bools as bools, lists as arrays, structs as objects, everything else as
/// strings as in [ValueText]. JSON has no NaN and no infinities; they are the strings "NaN", "Infinity" and
/// "-Infinity". Control characters of every kind ([Printable]) are escapes.
final class JsonText {
    private JsonText() {}

    /// Appends a row as an object.
    static void appendRow(StringBuilder text, Table table, long row) {
        text.append('{');
        for (int i = 0; i < table.columnCount(); i++) {
            text.append(i == 0 ? "" : ",");
            appendString(text, table.schema().field(i).name());
            text.append(':');
            append(text, table.column(i), row);
        }
        text.append('}');
    }

    /// Appends the value of a row.
    static void append(StringBuilder text, Column column, long row) {
        if (column.isNull(row)) {
            text.append("null");
            return;
        }
        switch (column) {
            case NullColumn _ -> text.append("null");
            case BoolColumn _ -> ValueText.append(text, column, row);
            case FixedColumn fixed -> appendFixed(text, fixed, row);
            case VarColumn bytes -> appendString(text, plain(bytes, row));
            case DictionaryColumn codes -> append(text, codes.values(), codes.code(row));
            case ListColumn lists -> appendList(text, lists, row);
            case StructColumn structs -> appendStruct(text, structs, row);
        }
    }

    private static void appendFixed(StringBuilder text, FixedColumn column, long row) {
        int start = text.length();
        ValueText.append(text, column, row);
        char last = text.charAt(text.length() - 1);
        boolean finite = last >= '0' && last <= '9';
        if (!column.type().isNumeric() || !finite) {
            String value = text.substring(start);
            text.setLength(start);
            appendString(text, value);
        }
    }

    private static String plain(Column column, long row) {
        StringBuilder value = new StringBuilder();
        ValueText.append(value, column, row);
        return value.toString();
    }

    private static void appendList(StringBuilder text, ListColumn lists, long row) {
        text.append('[');
        long start = lists.offsets().start(row);
        for (long element = start; element < lists.offsets().start(row + 1); element++) {
            text.append(element == start ? "" : ",");
            append(text, lists.elements(), element);
        }
        text.append(']');
    }

    private static void appendStruct(StringBuilder text, StructColumn structs, long row) {
        text.append('{');
        for (int i = 0; i < structs.children().size(); i++) {
            text.append(i == 0 ? "" : ",");
            appendString(text, structs.type().fields().get(i).name());
            text.append(':');
            append(text, structs.children().get(i), row);
        }
        text.append('}');
    }

    /// Appends a string in quotes.
    static void appendString(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Printable.isControl(c)) {
                        text.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
