package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Text that reads rows, while it is written: lines, and the key words that plain columns and expressions make alike.
final class ReadText {
    private final ScanShape shape;
    private final StringBuilder text = new StringBuilder(4096);

    ReadText(ScanShape shape) {
        this.shape = shape;
    }

    /// All that was written.
    String all() {
        return text.toString();
    }

    /// Appends text as it is.
    ReadText append(String more) {
        text.append(more);
        return this;
    }

    /// The structs `Item` and `Rows`.
    void item() {
        line("struct Item {");
        for (int a = 0; a < shape.arguments().size(); a++) {
            line("    %s v%d;", type(shape.arguments().get(a).type()), a);
        }
        line("    u32 valid;");
        line("};");
        line("struct Rows {");
        line("    Word word[ROWS];");
        line("    u32 taken;");
        line("    u32 outside;");
        if (!shape.fused().isEmpty()) {
            line("    u32 selected;");
        }
        line("    Item item[ROWS];");
        line("};");
    }

    /// Adds up the word of each row, key by key. `load` writes what reads a key; `isLoaded` if texts are there.
    void parts(Consumer<KeyPart> load, boolean isLoaded) {
        int texts = 0;
        List<KeyPart> parts = shape.layout().parts();
        for (int p = 0; p < parts.size(); p++) {
            KeyPart part = parts.get(p);
            line("    {");
            if (part instanceof KeyPart.Text text && isReadTogether(text)) {
                addTexts(text, texts++, p, isLoaded);
                continue;
            }
            load.accept(part);
            line("#pragma unroll");
            line("        for (u32 i = 0; i < ROWS; i++) {");
            line("            bool fits = true;");
            String value = switch (part) {
                case KeyPart.Numbers _ -> "word_of(column.at[i], scan.layout.parts[%d], fits)".formatted(p);
                case KeyPart.Text text -> wordOfText(text, texts++, p);
            };
            addPart(part, p, value);
            line("            inside &= ~((fits ? 0u : 1u) << i);");
            line("        }");
            line("    }");
        }
    }

    /// Wide words leave no registers for four of them at a time.
    boolean isReadTogether(KeyPart.Text text) {
        return text.isFixed() && !text.hasNulls() && shape.layout().wordType() != CudaType.U128;
    }

    /// Texts of one length, which lie one behind the other, four at a time.
    private void addTexts(KeyPart.Text text, int number, int part, boolean isLoaded) {
        int column = text.column();
        line("        Word shares[ROWS];");
        if (isLoaded) {
            line(
                    "        inside &= ~words_of_expected<%d, %s>(scan.at[%d], e%d, count, at%d, t%d, scan.layout.texts[%d],"
                            + " scan.layout.parts[%d], shares);",
                    text.longest(), KeyLayout.isNarrow(text), column, column, column, column, number, part);
        } else {
            loadKey(text);
            line(
                    "        inside &= ~words_of_texts<%d, %s>(scan.at[%d], column, scan.layout.texts[%d],"
                            + " scan.layout.parts[%d], shares);",
                    text.longest(), KeyLayout.isNarrow(text), column, number, part);
        }
        line("#pragma unroll");
        line("        for (u32 i = 0; i < ROWS; i++) {");
        line("            rows.word[i] %s shares[i];", part == 0 ? "=" : "+=");
        line("        }");
        line("    }");
    }

    private static String wordOfText(KeyPart.Text text, int number, int part) {
        return ("word_of_text<%d, %s, %s>(scan.at[%d], column.at[i], column.at[i + 1], scan.layout.texts[%d],"
                        + " scan.layout.parts[%d], fits)")
                .formatted(text.longest(), text.isFixed(), KeyLayout.isNarrow(text), text.column(), number, part);
    }

    /// Loads a key's column of rows.
    void loadKey(KeyPart part) {
        int column = part.column();
        switch (part) {
            case KeyPart.Numbers numbers ->
                line(
                        "        const Pack<%s> column = load_rows<%s>(scan.at[%d], first);",
                        type(numbers.type()), type(numbers.type()), column);
            case KeyPart.Text _ -> line("        const Ends column = load_ends(scan.at[%d], first, count);", column);
        }
        if (part.hasNulls()) {
            line("        const u32 valid = valid_rows(scan.at[%d], first, count);", column);
        }
    }

    private void addPart(KeyPart part, int number, String value) {
        String assign = number == 0 ? "rows.word[i] = " : "rows.word[i] += ";
        if (!part.hasNulls()) {
            line("            %s%s;", assign, value);
            return;
        }
        if (number == 0) {
            line("            rows.word[i] = 0;");
        }
        line("            if (valid >> i & 1) {");
        line("                rows.word[i] += %s;", value);
        line("            } else {");
        if (part.keepsNull()) {
            line("                rows.word[i] += word_of_null(scan.layout.parts[%d]);", number);
        } else {
            line("                taken &= ~(1u << i);");
        }
        line("            }");
    }

    /// Reports values that do not fit the type in which they travel.
    void reportWide() {
        if (shape.arguments().stream().anyMatch(ScanArgument::isNarrowed)) {
            line("    if (!fits) {");
            line("        report_wide(scan);");
            line("    }");
        }
    }

    /// A type as kernels name it.
    static String type(CudaType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /// Appends a line.
    void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : format.formatted(arguments))
                .append('\n');
    }
}
