package dev.sheaf.groupby.cuda.scan;

import java.util.stream.Stream;

/// The text that reads rows of plain columns: `Item` and `Rows`, `read_words` for key words, `read_items` for the
/// values that are aggregated, `read_rows` for both.
final class ScanReads {
    private final ScanShape shape;
    private final boolean isAhead;
    private final ReadText text;

    /// @param isAhead whether `read_rows` loads texts before their offsets are there, and values before texts: for
    ///     kernels that read one row group of a thread at a time, and have registers for all of it
    ScanReads(ScanShape shape, boolean isAhead) {
        this.shape = shape;
        this.isAhead = isAhead;
        this.text = new ReadText(shape);
    }

    String generate() {
        text.line("#include \"scan.cuh\"");
        text.item();
        readWords();
        readItems();
        text.line("__device__ __forceinline__ void read_rows(const Scan& scan, u64 first, Rows& rows) {");
        if (isAhead && textsTogether().findAny().isPresent()) {
            readAhead();
        } else {
            text.line("    read_words(scan, first, rows);");
            text.line("    read_items(scan, first, rows);");
        }
        text.line("}");
        return text.all();
    }

    /// All that can be under way at once is, before any of it is waited for.
    private void readAhead() {
        text.line("    rows.taken = 0;");
        text.line("    rows.outside = 0;");
        text.line("    if (first >= scan.rows) {");
        text.line("        return;");
        text.line("    }");
        text.line("    const u32 count = rows_from(scan, first);");
        textsTogether().forEach(key -> {
            int column = key.column();
            int length = key.longest();
            text.line(
                    "    const u8* const at%d = expected_texts<%d>(scan, scan.at[%d], first);", column, length, column);
            text.line("    Texts<%d> t%d;", length, column);
            text.line("    if (at%d != nullptr) {", column);
            text.line("        t%d.load(at%d);", column, column);
            text.line("    }");
            text.line("    const Ends e%d = load_all_ends(scan.at[%d], first);", column, column);
        });
        loadItems();
        text.line("    u32 taken = (1u << count) - 1;");
        text.line("    u32 inside = taken;");
        text.parts(text::loadKey, true);
        text.line("    rows.taken = taken & inside;");
        text.line("    rows.outside = taken & ~inside;");
        text.line("    constexpr u32 ONLY = ALL_ITEMS;");
        assignItems();
    }

    private Stream<KeyPart.Text> textsTogether() {
        return shape.layout().texts().stream().filter(text::isReadTogether);
    }

    /// One key column after the other for all rows of a thread, so that few values are alive at once.
    private void readWords() {
        text.line("__device__ __forceinline__ void read_words(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    rows.taken = 0;");
        text.line("    rows.outside = 0;");
        text.line("    if (first >= scan.rows) {");
        text.line("        return;");
        text.line("    }");
        text.line("    const u32 count = rows_from(scan, first);");
        text.line("    u32 taken = (1u << count) - 1;");
        text.line("    u32 inside = taken;");
        text.parts(text::loadKey, false);
        text.line("    rows.taken = taken & inside;");
        text.line("    rows.outside = taken & ~inside;");
        text.line("}");
    }

    /// Reads all arguments, or only argument ONLY, so that rows can move one value after the other.
    private void readItems() {
        text.line("template <u32 ONLY = ALL_ITEMS>");
        text.line("__device__ __forceinline__ void read_items(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    if (first >= scan.rows) {");
        text.line("        return;");
        text.line("    }");
        text.line("    [[maybe_unused]] const u32 count = rows_from(scan, first);");
        loadItems();
        assignItems();
        text.line("}");
    }

    /// Loads that nothing is made of are none.
    private void loadItems() {
        shape.arguments().stream().map(ScanArgument::column).distinct().forEach(column -> {
            ScanArgument argument = shape.arguments().stream()
                    .filter(each -> each.column() == column)
                    .findFirst()
                    .orElseThrow();
            String type = ReadText.type(argument.stored());
            text.line("    const Pack<%s> c%d = load_rows<%s>(scan.at[%d], first);", type, column, type, column);
            if (argument.hasNulls()) {
                text.line("    const u32 n%d = valid_rows(scan.at[%d], first, count);", column, column);
            }
        });
    }

    private void assignItems() {
        text.line("    [[maybe_unused]] bool fits = true;");
        text.line("#pragma unroll");
        text.line("    for (u32 i = 0; i < ROWS; i++) {");
        text.line("        rows.item[i].valid = 0;");
        for (int a = 0; a < shape.arguments().size(); a++) {
            assign(a, shape.arguments().get(a));
        }
        text.line("    }");
        text.reportWide();
    }

    private void assign(int number, ScanArgument argument) {
        int column = argument.column();
        text.line("        if constexpr (ONLY == ALL_ITEMS || ONLY == %d) {", number);
        text.line("            rows.item[i].v%d = %s;", number, argument.of("c" + column + ".at[i]"));
        if (argument.isNarrowed()) {
            String isThere = argument.hasNulls() ? "(n" + column + " >> i & 1) != 0" : "i < count";
            text.line("            fits = fits && (!(%s) || c%d.at[i] == rows.item[i].v%d);", isThere, column, number);
        }
        text.line("        }");
        if (argument.hasNulls() && shape.validBit(number) == number) {
            text.line("        rows.item[i].valid |= (n%d >> i & 1) << %d;", column, number);
        }
    }
}
