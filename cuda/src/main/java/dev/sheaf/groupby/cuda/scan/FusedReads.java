package dev.sheaf.groupby.cuda.scan;

import java.util.List;
import java.util.Set;

/// The text that reads rows of which something is computed: words and, if asked for, items by one function, so that
/// each column is loaded once.
final class FusedReads {
    private final ScanShape shape;
    private final ReadText text;

    FusedReads(ScanShape shape) {
        this.shape = shape;
        this.text = new ReadText(shape);
    }

    String generate() {
        text.line("#include \"scan.cuh\"");
        text.append(FusedSource.INCLUDES);
        text.item();
        readFused();
        return text.all();
    }

    /// Words and, if asked for, items by one function, so that each column is loaded once.
    private void readFused() {
        FusedValues fused = shape.fused();
        FusedSource source = new FusedSource(fused);
        List<Integer> keys =
                shape.layout().parts().stream().map(KeyPart::column).toList();
        List<Integer> arguments =
                shape.arguments().stream().map(ScanArgument::column).toList();
        Set<Integer> ofKeys = source.names(keys, true);
        Set<Integer> more = source.names(arguments, false);
        more.removeAll(ofKeys);
        text.line(
                "template <bool ITEMS> __device__ __forceinline__ void read_some(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    rows.taken = 0;");
        text.line("    rows.outside = 0;");
        text.line("    rows.selected = 0;");
        text.line("    if (first >= scan.rows) {");
        text.line("        return;");
        text.line("    }");
        text.line("    const u32 count = rows_from(scan, first);");
        text.line("    u32 taken = (1u << count) - 1;");
        text.line("    u32 inside = taken;");
        text.line("    bool fault = false;");
        text.line("    [[maybe_unused]] bool fits = true;");
        text.line("    [[maybe_unused]] const u64* const literals = scan.literals;");
        text.append(source.load(ofKeys));
        fused.where().ifPresent(this::select);
        text.line("    rows.selected = taken;");
        text.parts(this::computeKey, false);
        text.line("    rows.taken = taken & inside;");
        text.line("    rows.outside = taken & ~inside;");
        text.line("    if constexpr (ITEMS) {");
        text.append(source.load(more));
        computeItems();
        text.line("    }");
        text.line("    if (fault) {");
        text.line("        report_fault(scan);");
        text.line("    }");
        text.reportWide();
        text.line("}");
        text.line("__device__ __forceinline__ void read_words(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    read_some<false>(scan, first, rows);");
        text.line("}");
        text.line("template <u32 ONLY = ALL_ITEMS>");
        text.line("__device__ __forceinline__ void read_items(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    read_some<true>(scan, first, rows);");
        text.line("}");
        text.line("__device__ __forceinline__ void read_rows(const Scan& scan, u64 first, Rows& rows) {");
        text.line("    read_some<true>(scan, first, rows);");
        text.line("}");
    }

    /// Rows behind the end have values, too, which mean nothing; they must not fault.
    private static String guard(ScanRows.Computed value, String rows) {
        return value.canFault() ? "if (" + rows + " >> i & 1) " : "";
    }

    private void select(ScanRows.Computed where) {
        text.line("    u32 kept = 0;");
        text.line("#pragma unroll");
        text.line("    for (u32 i = 0; i < ROWS; i++) {");
        text.append("        ").append(guard(where, "taken")).append("{\n");
        text.append("            kept |= (is_true(").append(where.text()).append(") ? 1u : 0u) << i;\n");
        text.line("        }");
        text.line("    }");
        text.line("    taken &= kept;");
        text.line("    inside = taken;");
    }

    private void computeKey(KeyPart part) {
        ScanRows.Computed value = shape.fused().values().get(part.column());
        if (part instanceof KeyPart.Text) {
            text.loadKey(part);
        } else if (value == null) {
            int name = shape.fused().read(part.column()).name();
            text.line("        const auto& column = p%d;", name);
            if (part.hasNulls()) {
                text.line("        const u32 valid = q%d;", name);
            }
        } else {
            text.line("        Pack<%s> column;", ReadText.type(((KeyPart.Numbers) part).type()));
            text.line("        u32 valid = 0;");
            text.line("#pragma unroll");
            text.line("        for (u32 i = 0; i < ROWS; i++) {");
            text.line("            column.at[i] = 0;");
            text.append("            ").append(guard(value, "rows.selected")).append("{\n");
            text.append("                const auto value = ")
                    .append(value.text())
                    .append(";\n");
            text.line("                column.at[i] = value.value;");
            text.line("                valid |= (value.valid ? 1u : 0u) << i;");
            text.line("            }");
            text.line("        }");
        }
    }

    private void computeItems() {
        text.line("#pragma unroll");
        text.line("    for (u32 i = 0; i < ROWS; i++) {");
        text.line("        rows.item[i].valid = 0;");
        for (int a = 0; a < shape.arguments().size(); a++) {
            ScanArgument argument = shape.arguments().get(a);
            ScanRows.Computed value = shape.fused().values().get(argument.column());
            boolean isFlagged = argument.hasNulls() && shape.validBit(a) == a;
            if (value == null) {
                int name = shape.fused().read(argument.column()).name();
                text.line("        rows.item[i].v%d = %s;", a, argument.of("p" + name + ".at[i]"));
                if (isFlagged) {
                    text.line("        rows.item[i].valid |= (q%d >> i & 1) << %d;", name, a);
                }
                checkWide(argument, a, "p" + name + ".at[i]", argument.hasNulls() ? "q" + name + " >> i & 1" : "1");
            } else {
                text.line("        rows.item[i].v%d = 0;", a);
                text.append("        ").append(guard(value, "rows.selected")).append("{\n");
                text.append("            const auto value = ")
                        .append(value.text())
                        .append(";\n");
                text.line("            rows.item[i].v%d = %s;", a, argument.of("value.value"));
                if (isFlagged) {
                    text.line("            rows.item[i].valid |= (value.valid ? 1u : 0u) << %d;", a);
                }
                checkWide(argument, a, "value.value", "(value.valid ? 1 : 0)");
                text.line("        }");
            }
        }
        text.line("    }");
    }

    private void checkWide(ScanArgument argument, int number, String value, String isThere) {
        if (argument.isNarrowed()) {
            text.line(
                    "        fits = fits && ((rows.taken >> i & %s) == 0 || %s == rows.item[i].v%d);",
                    isThere, value, number);
        }
    }
}
