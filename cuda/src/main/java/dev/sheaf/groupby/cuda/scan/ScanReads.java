package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The text that reads rows: `Item` and `Rows`, `read_words` for key words, `read_items` for the values
/// that are aggregated, `read_rows` for both.
final class ScanReads {
    private final ScanShape shape;
    private final boolean isAhead;
    private final StringBuilder text = new StringBuilder(4096);

    /// @param isAhead whether `read_rows` loads texts before their offsets are there, and values before texts: for
    ///     kernels that read one row group of a thread at a time, and have registers for all of it
    ScanReads(ScanShape shape, boolean isAhead) {
        this.shape = shape;
        this.isAhead = isAhead;
    }

    String generate() {
        line("#include \"scan.cuh\"");
        if (!shape.fused().isEmpty()) {
            text.append(FusedSource.INCLUDES);
            item();
            readFused();
            return text.toString();
        }
        item();
        readWords();
        readItems();
        line("__device__ __forceinline__ void read_rows(const Scan& scan, u64 first, Rows& rows) {");
        if (isAhead && textsTogether().findAny().isPresent()) {
            readAhead();
        } else {
            line("    read_words(scan, first, rows);");
            line("    read_items(scan, first, rows);");
        }
        line("}");
        return text.toString();
    }

    /// All that can be under way at once is, before any of it is waited for.
    private void readAhead() {
        line("    rows.taken = 0;");
        line("    rows.outside = 0;");
        line("    if (first >= scan.rows) {");
        line("        return;");
        line("    }");
        line("    const u32 count = rows_from(scan, first);");
        textsTogether().forEach(text -> {
            int column = text.column();
            int length = text.longest();
            line("    const u8* const at%d = expected_texts<%d>(scan, scan.at[%d], first);", column, length, column);
            line("    Texts<%d> t%d;", length, column);
            line("    if (at%d != nullptr) {", column);
            line("        t%d.load(at%d);", column, column);
            line("    }");
            line("    const Ends e%d = load_all_ends(scan.at[%d], first);", column, column);
        });
        loadItems();
        line("    u32 taken = (1u << count) - 1;");
        line("    u32 inside = taken;");
        parts(this::loadKey, true);
        line("    rows.taken = taken & inside;");
        line("    rows.outside = taken & ~inside;");
        line("    constexpr u32 ONLY = ALL_ITEMS;");
        assignItems();
    }

    private Stream<KeyPart.Text> textsTogether() {
        return shape.layout().texts().stream().filter(this::isReadTogether);
    }

    private void item() {
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

    /// One key column after the other for all rows of a thread, so that few values are alive at once.
    private void readWords() {
        line("__device__ __forceinline__ void read_words(const Scan& scan, u64 first, Rows& rows) {");
        line("    rows.taken = 0;");
        line("    rows.outside = 0;");
        line("    if (first >= scan.rows) {");
        line("        return;");
        line("    }");
        line("    const u32 count = rows_from(scan, first);");
        line("    u32 taken = (1u << count) - 1;");
        line("    u32 inside = taken;");
        parts(this::loadKey, false);
        line("    rows.taken = taken & inside;");
        line("    rows.outside = taken & ~inside;");
        line("}");
    }

    private void parts(Consumer<KeyPart> load, boolean isLoaded) {
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
    private boolean isReadTogether(KeyPart.Text text) {
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

    private void loadKey(KeyPart part) {
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

    /// Reads all arguments, or only argument ONLY, so that rows can move one value after the other.
    private void readItems() {
        line("template <u32 ONLY = ALL_ITEMS>");
        line("__device__ __forceinline__ void read_items(const Scan& scan, u64 first, Rows& rows) {");
        line("    if (first >= scan.rows) {");
        line("        return;");
        line("    }");
        line("    [[maybe_unused]] const u32 count = rows_from(scan, first);");
        loadItems();
        assignItems();
        line("}");
    }

    /// Loads that nothing is made of are none.
    private void loadItems() {
        shape.arguments().stream().map(ScanShape.Argument::column).distinct().forEach(column -> {
            ScanShape.Argument argument = shape.arguments().stream()
                    .filter(each -> each.column() == column)
                    .findFirst()
                    .orElseThrow();
            String type = type(argument.stored());
            line("    const Pack<%s> c%d = load_rows<%s>(scan.at[%d], first);", type, column, type, column);
            if (argument.hasNulls()) {
                line("    const u32 n%d = valid_rows(scan.at[%d], first, count);", column, column);
            }
        });
    }

    private void assignItems() {
        line("    [[maybe_unused]] bool fits = true;");
        line("#pragma unroll");
        line("    for (u32 i = 0; i < ROWS; i++) {");
        line("        rows.item[i].valid = 0;");
        for (int a = 0; a < shape.arguments().size(); a++) {
            assign(a, shape.arguments().get(a));
        }
        line("    }");
        reportWide();
    }

    private void assign(int number, ScanShape.Argument argument) {
        int column = argument.column();
        line("        if constexpr (ONLY == ALL_ITEMS || ONLY == %d) {", number);
        line("            rows.item[i].v%d = %s;", number, argument.of("c" + column + ".at[i]"));
        if (argument.isNarrowed()) {
            String isThere = argument.hasNulls() ? "(n" + column + " >> i & 1) != 0" : "i < count";
            line("            fits = fits && (!(%s) || c%d.at[i] == rows.item[i].v%d);", isThere, column, number);
        }
        line("        }");
        if (argument.hasNulls() && shape.validBit(number) == number) {
            line("        rows.item[i].valid |= (n%d >> i & 1) << %d;", column, number);
        }
    }

    private void reportWide() {
        if (shape.arguments().stream().anyMatch(ScanShape.Argument::isNarrowed)) {
            line("    if (!fits) {");
            line("        report_wide(scan);");
            line("    }");
        }
    }

    // ---- with expressions ----

    /// Words and, if asked for, items by one function, so that each column is loaded once.
    private void readFused() {
        FusedValues fused = shape.fused();
        FusedSource source = new FusedSource(fused);
        List<Integer> keys =
                shape.layout().parts().stream().map(KeyPart::column).toList();
        List<Integer> arguments =
                shape.arguments().stream().map(ScanShape.Argument::column).toList();
        Set<Integer> ofKeys = source.names(keys, true);
        Set<Integer> more = source.names(arguments, false);
        more.removeAll(ofKeys);
        line(
                "template <bool ITEMS> __device__ __forceinline__ void read_some(const Scan& scan, u64 first, Rows& rows) {");
        line("    rows.taken = 0;");
        line("    rows.outside = 0;");
        line("    rows.selected = 0;");
        line("    if (first >= scan.rows) {");
        line("        return;");
        line("    }");
        line("    const u32 count = rows_from(scan, first);");
        line("    u32 taken = (1u << count) - 1;");
        line("    u32 inside = taken;");
        line("    bool fault = false;");
        line("    [[maybe_unused]] bool fits = true;");
        line("    [[maybe_unused]] const u64* const literals = scan.literals;");
        text.append(source.load(ofKeys));
        fused.where().ifPresent(this::select);
        line("    rows.selected = taken;");
        parts(this::computeKey, false);
        line("    rows.taken = taken & inside;");
        line("    rows.outside = taken & ~inside;");
        line("    if constexpr (ITEMS) {");
        text.append(source.load(more));
        computeItems();
        line("    }");
        line("    if (fault) {");
        line("        report_fault(scan);");
        line("    }");
        reportWide();
        line("}");
        line("__device__ __forceinline__ void read_words(const Scan& scan, u64 first, Rows& rows) {");
        line("    read_some<false>(scan, first, rows);");
        line("}");
        line("template <u32 ONLY = ALL_ITEMS>");
        line("__device__ __forceinline__ void read_items(const Scan& scan, u64 first, Rows& rows) {");
        line("    read_some<true>(scan, first, rows);");
        line("}");
        line("__device__ __forceinline__ void read_rows(const Scan& scan, u64 first, Rows& rows) {");
        line("    read_some<true>(scan, first, rows);");
        line("}");
    }

    /// Rows behind the end have values, too, which mean nothing; they must not fault.
    private static String guard(ScanRows.Computed value, String rows) {
        return value.canFault() ? "if (" + rows + " >> i & 1) " : "";
    }

    private void select(ScanRows.Computed where) {
        line("    u32 kept = 0;");
        line("#pragma unroll");
        line("    for (u32 i = 0; i < ROWS; i++) {");
        text.append("        ").append(guard(where, "taken")).append("{\n");
        text.append("            kept |= (is_true(").append(where.text()).append(") ? 1u : 0u) << i;\n");
        line("        }");
        line("    }");
        line("    taken &= kept;");
        line("    inside = taken;");
    }

    private void computeKey(KeyPart part) {
        ScanRows.Computed value = shape.fused().values().get(part.column());
        if (part instanceof KeyPart.Text) {
            loadKey(part);
        } else if (value == null) {
            int name = shape.fused().read(part.column()).name();
            line("        const auto& column = p%d;", name);
            if (part.hasNulls()) {
                line("        const u32 valid = q%d;", name);
            }
        } else {
            line("        Pack<%s> column;", type(((KeyPart.Numbers) part).type()));
            line("        u32 valid = 0;");
            line("#pragma unroll");
            line("        for (u32 i = 0; i < ROWS; i++) {");
            line("            column.at[i] = 0;");
            text.append("            ").append(guard(value, "rows.selected")).append("{\n");
            text.append("                const auto value = ")
                    .append(value.text())
                    .append(";\n");
            line("                column.at[i] = value.value;");
            line("                valid |= (value.valid ? 1u : 0u) << i;");
            line("            }");
            line("        }");
        }
    }

    private void computeItems() {
        line("#pragma unroll");
        line("    for (u32 i = 0; i < ROWS; i++) {");
        line("        rows.item[i].valid = 0;");
        for (int a = 0; a < shape.arguments().size(); a++) {
            ScanShape.Argument argument = shape.arguments().get(a);
            ScanRows.Computed value = shape.fused().values().get(argument.column());
            boolean isFlagged = argument.hasNulls() && shape.validBit(a) == a;
            if (value == null) {
                int name = shape.fused().read(argument.column()).name();
                line("        rows.item[i].v%d = %s;", a, argument.of("p" + name + ".at[i]"));
                if (isFlagged) {
                    line("        rows.item[i].valid |= (q%d >> i & 1) << %d;", name, a);
                }
                checkWide(argument, a, "p" + name + ".at[i]", argument.hasNulls() ? "q" + name + " >> i & 1" : "1");
            } else {
                line("        rows.item[i].v%d = 0;", a);
                text.append("        ").append(guard(value, "rows.selected")).append("{\n");
                text.append("            const auto value = ")
                        .append(value.text())
                        .append(";\n");
                line("            rows.item[i].v%d = %s;", a, argument.of("value.value"));
                if (isFlagged) {
                    line("            rows.item[i].valid |= (value.valid ? 1u : 0u) << %d;", a);
                }
                checkWide(argument, a, "value.value", "(value.valid ? 1 : 0)");
                line("        }");
            }
        }
        line("    }");
    }

    private void checkWide(ScanShape.Argument argument, int number, String value, String isThere) {
        if (argument.isNarrowed()) {
            line(
                    "        fits = fits && ((rows.taken >> i & %s) == 0 || %s == rows.item[i].v%d);",
                    isThere, value, number);
        }
    }

    private static String type(CudaType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : format.formatted(arguments))
                .append('\n');
    }
}
