package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import java.util.List;

/// The part of `spec.cuh` that says how rows are read, what a group keeps and, by [EmitSource], how it becomes a row of
/// the result.
///
/// Columns, arguments, cells and results appear by their numbers, so that no name or value of a user gets in.
public final class ScanSource {
    /// Registers for four texts each, which are as many words as a text has bytes.
    private static final int MOST_WORDS_AHEAD = 12;

    /// With a fourth column under way at the same time, kernels for compute capability 8.0 spill.
    private static final int MOST_COLUMNS_AHEAD = 3;

    private final ScanShape shape;
    private final KernelFile file;
    private final SourceLines text = new SourceLines();

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
        text.add(
                shape.fused().isEmpty()
                        ? new ScanReads(shape, isReadAhead()).generate()
                        : new FusedReads(shape).generate());
        for (int cell = 0; cell < shape.cells().size(); cell++) {
            cell(cell, shape.cells().get(cell));
        }
        payloads();
        text.line("#include \"emit.cuh\"");
        text.add(new EmitSource(shape).generate());
        return text.toString();
    }

    private void cell(int number, ScanCell cell) {
        ScanArgument argument = cell.argument() < 0 ? null : shape.arguments().get(cell.argument());
        text.line("template <> struct Cell<%d> {", number);
        text.line("    static constexpr u32 OP = OP_%s;", cell.operation().name());
        text.line(
                "    static constexpr u32 ARGUMENT = %s;",
                cell.argument() < 0 ? "NONE" : String.valueOf(cell.argument()));
        text.line("    typedef %s Value;", argument == null ? "u32" : SourceLines.type(valueType(cell, argument)));
        text.line(
                "    static __device__ __forceinline__ bool takes(const Item& item) { return %s; }",
                argument == null || !argument.hasNulls()
                        ? "true"
                        : "item.valid >> " + shape.validBit(cell.argument()) + " & 1");
        text.line(
                "    static __device__ __forceinline__ Value value(const Item& item) { return %s; }",
                argument == null ? "1" : value(cell, valueType(cell, argument)));
        text.line("};");
    }

    private static CudaType valueType(ScanCell cell, ScanArgument argument) {
        if (!cell.isLimb()) {
            return argument.type();
        }
        boolean isHighest = cell.limb() == ScanArgument.limbs(argument.stored()) - 1;
        return isHighest && argument.stored() != CudaType.U64 ? CudaType.I32 : CudaType.U32;
    }

    private static String value(ScanCell cell, CudaType type) {
        String value = "item.v" + cell.argument();
        return cell.isLimb()
                ? "static_cast<" + SourceLines.type(type) + ">(static_cast<u32>(" + value + " >> "
                        + cell.limb() * Integer.SIZE + "))"
                : value;
    }

    private void payloads() {
        for (int a = 0; a < shape.arguments().size(); a++) {
            payload(a, SourceLines.type(shape.arguments().get(a).type()), "v" + a);
        }
        if (shape.hasNullFlags()) {
            payload(shape.arguments().size(), "u32", "valid");
        }
    }

    private void payload(int number, String type, String member) {
        text.line("template <> struct Payload<%d> {", number);
        text.line("    typedef %s Type;", type);
        text.line("    static __device__ __forceinline__ Type get(const Item& item) { return item.%s; }", member);
        text.line(
                "    static __device__ __forceinline__ void set(Item& item, Type value) { item.%s = value; }", member);
        text.line("};");
    }
}
