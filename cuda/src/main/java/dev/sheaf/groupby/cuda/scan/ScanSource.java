package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import java.util.List;
import java.util.Locale;

/// The part of `spec.cuh` that says how rows are read, what a group keeps and how it becomes a row of the result.
///
/// Columns, arguments, cells and results appear by their numbers, so that no name or value of a user gets in.
public final class ScanSource {
    /// Registers for four texts each, which are as many words as a text has bytes.
    private static final int MOST_WORDS_AHEAD = 12;

    /// With a fourth column under way at the same time, kernels for compute capability 8.0 spill.
    private static final int MOST_COLUMNS_AHEAD = 3;

    private final ScanShape shape;
    private final KernelFile file;
    private final StringBuilder text = new StringBuilder(4096);

    private ScanSource(ScanShape shape, KernelFile file) {
        this.shape = shape;
        this.file = file;
    }

    /// A kernel file with a scan; the numbers that the file itself asks for are still to be added.
    public static Specialization specialization(KernelFile file, ScanShape shape) {
        KeyLayout layout = shape.layout();
        return Specialization.of(file)
                .type("Word", layout.wordType())
                .flag("IS_SHIFTED", layout.isShifted())
                .number("COLUMNS", shape.columns().size())
                .number("LITERALS", Math.max(shape.fused().literals(), 1))
                .number("PARTS", layout.parts().size())
                .number("TEXTS", layout.texts().size())
                .number("CELLS", shape.cells().size())
                .number("RESULTS", Math.max(shape.results().size(), 1))
                .number("PAYLOADS", shape.arguments().size() + (shape.hasNullFlags() ? 1 : 0))
                .code("Scan", new ScanSource(shape, file).generate());
    }

    /// `group_members.cu` with a scan, and where it finds the members.
    public static Specialization ofMembers(ScanShape shape) {
        StringBuilder text = new StringBuilder();
        List<ScanShape.Members> members = shape.members();
        for (int m = 0; m < members.size(); m++) {
            ScanShape.Members of = members.get(m);
            boolean hasNulls = shape.arguments().get(of.argument()).hasNulls();
            text.append("template <> struct Member<" + m + "> {\n")
                    .append(constant("PAYLOAD", String.valueOf(of.argument())))
                    .append(constant("FLAG", hasNulls ? String.valueOf(shape.validBit(of.argument())) : "NONE"))
                    .append(constant("FIRST", String.valueOf(of.first())))
                    .append(constant("QUANTILES", String.valueOf(of.quantiles())))
                    .append(constant("QUANTILE", String.valueOf(of.quantile())))
                    .append("};\n");
        }
        return specialization(KernelFile.GROUP_MEMBERS, shape)
                .number("VALUES", shape.arguments().size())
                .number("MEMBERS", members.size())
                .code("Members", text.toString());
    }

    private static String constant(String name, String value) {
        return "    static constexpr u32 " + name + " = " + value + ";\n";
    }

    /// Loads of several texts, or of texts and floats, are worth the registers that it takes to have them under way
    /// together (db-benchmark's question 2: 0.68 -> 0.58 ms in kernels); those of one text beside integers are not,
    /// since they leave a multiprocessor room for a second block (question 1: 0.33 -> 0.36).
    private boolean isReadAhead() {
        List<KeyPart.Text> texts = shape.layout().texts();
        int words = texts.stream().mapToInt(KeyPart.Text::longest).sum();
        return file == KernelFile.BLOCK_GROUPS
                && (texts.size() > 1 || shape.sumsFloats())
                && words <= MOST_WORDS_AHEAD
                && shape.columns().size() <= MOST_COLUMNS_AHEAD;
    }

    private String generate() {
        text.append(
                shape.fused().isEmpty()
                        ? new ScanReads(shape, isReadAhead()).generate()
                        : new FusedReads(shape).generate());
        for (int cell = 0; cell < shape.cells().size(); cell++) {
            cell(cell, shape.cells().get(cell));
        }
        payloads();
        line("#include \"emit.cuh\"");
        emit();
        return text.toString();
    }

    private void cell(int number, ScanShape.Cell cell) {
        ScanShape.Argument argument =
                cell.argument() < 0 ? null : shape.arguments().get(cell.argument());
        line("template <> struct Cell<%d> {", number);
        line("    static constexpr u32 OP = OP_%s;", cell.operation().name());
        line("    static constexpr u32 ARGUMENT = %s;", cell.argument() < 0 ? "NONE" : String.valueOf(cell.argument()));
        line("    typedef %s Value;", argument == null ? "u32" : type(valueType(cell, argument)));
        line(
                "    static __device__ __forceinline__ bool takes(const Item& item) { return %s; }",
                argument == null || !argument.hasNulls()
                        ? "true"
                        : "item.valid >> " + shape.validBit(cell.argument()) + " & 1");
        line(
                "    static __device__ __forceinline__ Value value(const Item& item) { return %s; }",
                argument == null ? "1" : value(cell, valueType(cell, argument)));
        line("};");
    }

    private static CudaType valueType(ScanShape.Cell cell, ScanShape.Argument argument) {
        if (!cell.isLimb()) {
            return argument.type();
        }
        boolean isHighest = cell.limb() == ScanShape.Argument.limbs(argument.stored()) - 1;
        return isHighest && argument.stored() != CudaType.U64 ? CudaType.I32 : CudaType.U32;
    }

    private static String value(ScanShape.Cell cell, CudaType type) {
        String value = "item.v" + cell.argument();
        return cell.isLimb()
                ? "static_cast<" + type(type) + ">(static_cast<u32>(" + value + " >> " + cell.limb() * Integer.SIZE
                        + "))"
                : value;
    }

    private void payloads() {
        for (int a = 0; a < shape.arguments().size(); a++) {
            payload(a, type(shape.arguments().get(a).type()), "v" + a);
        }
        if (shape.hasNullFlags()) {
            payload(shape.arguments().size(), "u32", "valid");
        }
    }

    private void payload(int number, String type, String member) {
        line("template <> struct Payload<%d> {", number);
        line("    typedef %s Type;", type);
        line("    static __device__ __forceinline__ Type get(const Item& item) { return item.%s; }", member);
        line("    static __device__ __forceinline__ void set(Item& item, Type value) { item.%s = value; }", member);
        line("};");
    }

    private void emit() {
        line("__device__ __forceinline__ void emit_group(const Layout& layout, const Output& out, u64 row, Word word,");
        line("                                           const u64 (&cells)[CELLS]) {");
        List<KeyPart> parts = shape.layout().parts();
        int texts = 0;
        for (int p = 0; p < parts.size(); p++) {
            KeyPart part = parts.get(p);
            String number = "number_in(word, layout.parts[%d], layout.parts[%d].range + %d)"
                    .formatted(p, p, part.keepsNull() ? 1 : 0);
            switch (part) {
                case KeyPart.Numbers numbers -> emitNumber(p, numbers, number);
                case KeyPart.Text fixed ->
                    line(
                            "    emit_text<%d, %s>(out.keys[%d], out.key_offsets[%d], row, %s, layout.texts[%d]);",
                            fixed.longest(), KeyLayout.isSmall(fixed), p, p, number, texts++);
            }
        }
        for (int r = 0; r < shape.results().size(); r++) {
            emitResult(r, shape.results().get(r));
        }
        line("}");
    }

    private void emitNumber(int part, KeyPart.Numbers numbers, String number) {
        String call = "emit_number<%s>(out.keys[%d], row, %s, layout.parts[%d])"
                .formatted(type(numbers.type()), part, number, part);
        if (numbers.keepsNull()) {
            line("    if (%s) {", call);
            line("        set_valid(out.key_validity[%d], row);", part);
            line("    }");
        } else {
            line("    %s;", call);
        }
    }

    private void emitResult(int number, ScanShape.Result result) {
        switch (result.function()) {
            case COUNT_ROWS, COUNT, MEDIAN, QUANTILE ->
                line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
            case SUM -> emitSum(number, result);
            case MEAN, RATIO -> emitMean(number, result);
            case MIN, MAX -> emitExtreme(number, result);
            case BIT_AND, BIT_OR, BIT_XOR -> emitBits(number, result);
            case VARIANCE, STD -> emitSpread(number, result);
            case M2, COVARIANCE, CORRELATION ->
                throw new IllegalArgumentException(result.function() + " is made of results");
        }
        if (result.counts() != 0 && result.isNullable() && !isSpread(result)) {
            line("    if (cells[%d] != 0) {", result.counts());
            line("        set_valid(out.result_validity[%d], row);", number);
            line("    }");
        }
    }

    private void emitSum(int number, ScanShape.Result result) {
        ScanShape.Argument argument = argument(result);
        if (shape.cells().get(result.cell()).isLimb()) {
            line("    {");
            line("        bool fits = true;");
            line("        const i128 sum = %s;", sumOfLimbs(result, argument));
            String type =
                    result.type() == CudaType.I128 ? "decimal" : argument.stored() == CudaType.U64 ? "u64" : "i64";
            line("        if (!fits || !fits_%s(sum)) {", type);
            line("            report_overflow(out);");
            line("        }");
            line("        static_cast<%s*>(out.results[%d])[row] = sum;", type(result.type()), number);
            line("    }");
        } else if (result.type() == CudaType.I128) {
            line("    static_cast<i128*>(out.results[%d])[row] = static_cast<i64>(cells[%d]);", number, result.cell());
        } else {
            line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
        }
    }

    private static String sumOfLimbs(ScanShape.Result result, ScanShape.Argument argument) {
        return "sum_of_limbs<%d, %d, %s>(cells, fits)"
                .formatted(
                        result.cell(), ScanShape.Argument.limbs(argument.stored()), argument.stored() != CudaType.U64);
    }

    private void emitMean(int number, ScanShape.Result result) {
        if (shape.cells().get(result.cell()).operation() == ScanShape.Operation.MEAN) {
            line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
            return;
        }
        ScanShape.Argument argument = argument(result);
        String mean = " / static_cast<f64>(cells[" + result.counts() + "])"
                + (result.scale() == 0 ? "" : " / 1e" + result.scale());
        if (shape.cells().get(result.cell()).isLimb()) {
            line("    {");
            line("        bool fits = true;");
            line("        const i128 sum = %s;", sumOfLimbs(result, argument));
            line("        if (!fits) {");
            line("            report_overflow(out);");
            line("        }");
            line("        static_cast<f64*>(out.results[%d])[row] = to_double(sum)%s;", number, mean);
            line("    }");
            return;
        }
        String sum = argument.type().isFloating()
                ? "__longlong_as_double(cells[" + result.cell() + "])"
                : "static_cast<f64>(static_cast<" + (argument.type() == CudaType.U64 ? "u64" : "i64") + ">(cells["
                        + result.cell() + "]))";
        line("    static_cast<f64*>(out.results[%d])[row] = %s%s;", number, sum, mean);
    }

    private void emitExtreme(int number, ScanShape.Result result) {
        ScanShape.Argument argument = argument(result);
        if (shape.cells().get(result.cell()).isWideExtreme()) {
            line(
                    "    static_cast<i128*>(out.results[%d])[row] = of_rank_halves<OP_%s>(cells[%d], cells[%d]);",
                    number, result.function().name(), result.cell(), result.cell() + 1);
            return;
        }
        line(
                "    static_cast<%s*>(out.results[%d])[row] = of_rank_word<OP_%s, %s>(cells[%d]);",
                type(argument.stored()), number, result.function().name(), type(argument.type()), result.cell());
    }

    /// For AND the cell keeps the bits that some value lacks.
    private void emitBits(int number, ScanShape.Result result) {
        boolean isAnd = result.function() == DeviceAggregate.Function.BIT_AND;
        String type = type(argument(result).type());
        line(
                "    static_cast<%s*>(out.results[%d])[row] = static_cast<%s>(%scells[%d]);",
                type, number, type, isAnd ? "~" : "", result.cell());
    }

    private ScanShape.Argument argument(ScanShape.Result result) {
        return shape.arguments().get(shape.cells().get(result.cell()).argument());
    }

    private static boolean isSpread(ScanShape.Result result) {
        return result.function() == DeviceAggregate.Function.VARIANCE
                || result.function() == DeviceAggregate.Function.STD;
    }

    private void emitSpread(int number, ScanShape.Result result) {
        boolean isRoot = result.function() == DeviceAggregate.Function.STD;
        line("    if (cells[%d] > %d) {", result.counts(), result.freedom());
        line(
                "        const f64 variance = __longlong_as_double(cells[%d]) / static_cast<f64>(cells[%d] - %d);",
                result.cell(), result.counts(), result.freedom());
        line("        static_cast<f64*>(out.results[%d])[row] = %s;", number, isRoot ? "sqrt(variance)" : "variance");
        line("        set_valid(out.result_validity[%d], row);", number);
        line("    } else {");
        line("        static_cast<f64*>(out.results[%d])[row] = 0;", number);
        line("    }");
    }

    private static String type(CudaType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : format.formatted(arguments))
                .append('\n');
    }
}
