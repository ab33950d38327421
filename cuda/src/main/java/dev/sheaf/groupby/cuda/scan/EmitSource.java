package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.List;

/// The part of `spec.cuh` that makes a row of the result of a group: its keys and what becomes of its cells.
final class EmitSource {
    private final ScanShape shape;
    private final SourceLines text = new SourceLines();

    EmitSource(ScanShape shape) {
        this.shape = shape;
    }

    /// The function `emit_group`.
    String generate() {
        text.line("template <bool IS_SINGLE = false>");
        text.line(
                "__device__ __forceinline__ void emit_group(const Layout& layout, const Output& out, u64 row, Word word,");
        text.line("                                           const u64 (&cells)[CELLS]) {");
        List<KeyPart> parts = shape.layout().parts();
        int texts = 0;
        for (int p = 0; p < parts.size(); p++) {
            KeyPart part = parts.get(p);
            String number = "number_in(word, layout.parts[%d], layout.parts[%d].range + %d)"
                    .formatted(p, p, part.keepsNull() ? 1 : 0);
            switch (part) {
                case KeyPart.Numbers numbers -> emitNumber(p, numbers, number);
                case KeyPart.Text fixed ->
                    text.line(
                            "    emit_text<%d, %s>(out.keys[%d], out.key_offsets[%d], row, %s, layout.texts[%d]);",
                            fixed.longest(), KeyLayout.isSmall(fixed), p, p, number, texts++);
            }
        }
        for (int r = 0; r < shape.results().size(); r++) {
            ScanResult result = shape.results().get(r);
            text.line(result.ofSeveral() ? "    if constexpr (!IS_SINGLE) {" : "    {");
            emitResult(r, result);
            text.line("    }");
        }
        text.line("}");
        return text.toString();
    }

    private void emitNumber(int part, KeyPart.Numbers numbers, String number) {
        String call = "emit_number<%s>(out.keys[%d], row, %s, layout.parts[%d])"
                .formatted(SourceLines.type(numbers.type()), part, number, part);
        if (numbers.keepsNull()) {
            text.line("    if (%s) {", call);
            text.line("        set_bit(out.key_validity[%d], row);", part);
            text.line("    }");
        } else {
            text.line("    %s;", call);
        }
    }

    private void emitResult(int number, ScanResult result) {
        switch (result.function()) {
            case COUNT_ROWS, COUNT, MEDIAN, QUANTILE ->
                text.line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
            case SUM -> emitSum(number, result);
            case MEAN, RATIO -> emitMean(number, result);
            case MIN, MAX -> emitExtreme(number, result);
            case BIT_AND, BIT_OR, BIT_XOR -> emitBits(number, result);
            case VARIANCE, STD -> emitSpread(number, result);
            case M2, COVARIANCE, CORRELATION ->
                throw new IllegalArgumentException(result.function() + " is made of results");
        }
        if (result.counts() != 0 && result.isNullable() && !isSpread(result)) {
            text.line("    if (cells[%d] != 0) {", result.counts());
            text.line("        set_bit(out.result_validity[%d], row);", number);
            text.line("    }");
        }
    }

    private void emitSum(int number, ScanResult result) {
        ScanArgument argument = argument(result);
        if (shape.cells().get(result.cell()).isLimb()) {
            text.line("    {");
            text.line("        bool fits = true;");
            text.line("        const i128 sum = %s;", sumOfLimbs(result, argument));
            String type =
                    result.type() == CudaType.I128 ? "decimal" : argument.stored() == CudaType.U64 ? "u64" : "i64";
            text.line("        if (!fits || !fits_%s(sum)) {", type);
            text.line("            report_overflow(out);");
            text.line("        }");
            text.line("        static_cast<%s*>(out.results[%d])[row] = sum;", SourceLines.type(result.type()), number);
            text.line("    }");
        } else if (result.type() == CudaType.I128) {
            text.line(
                    "    static_cast<i128*>(out.results[%d])[row] = static_cast<i64>(cells[%d]);",
                    number, result.cell());
        } else {
            text.line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
        }
    }

    private static String sumOfLimbs(ScanResult result, ScanArgument argument) {
        return "sum_of_limbs<%d, %d, %s>(cells, fits)"
                .formatted(result.cell(), ScanArgument.limbs(argument.stored()), argument.stored() != CudaType.U64);
    }

    private void emitMean(int number, ScanResult result) {
        if (shape.cells().get(result.cell()).operation() == ScanCell.Operation.MEAN) {
            text.line("    static_cast<u64*>(out.results[%d])[row] = cells[%d];", number, result.cell());
            return;
        }
        ScanArgument argument = argument(result);
        String mean = " / static_cast<f64>(cells[" + result.counts() + "])"
                + (result.scale() == 0 ? "" : " / 1e" + result.scale());
        if (shape.cells().get(result.cell()).isLimb()) {
            text.line("    {");
            text.line("        bool fits = true;");
            text.line("        const i128 sum = %s;", sumOfLimbs(result, argument));
            text.line("        if (!fits) {");
            text.line("            report_overflow(out);");
            text.line("        }");
            text.line("        static_cast<f64*>(out.results[%d])[row] = to_double(sum)%s;", number, mean);
            text.line("    }");
            return;
        }
        String sum = argument.type().isFloating()
                ? "__longlong_as_double(cells[" + result.cell() + "])"
                : "static_cast<f64>(static_cast<" + (argument.type() == CudaType.U64 ? "u64" : "i64") + ">(cells["
                        + result.cell() + "]))";
        text.line("    static_cast<f64*>(out.results[%d])[row] = %s%s;", number, sum, mean);
    }

    private void emitExtreme(int number, ScanResult result) {
        ScanArgument argument = argument(result);
        if (shape.cells().get(result.cell()).isWideExtreme()) {
            text.line(
                    "    static_cast<i128*>(out.results[%d])[row] = of_rank_halves<OP_%s>(cells[%d], cells[%d]);",
                    number, result.function().name(), result.cell(), result.cell() + 1);
            return;
        }
        text.line(
                "    static_cast<%s*>(out.results[%d])[row] = of_rank_word<OP_%s, %s>(cells[%d]);",
                SourceLines.type(argument.stored()),
                number,
                result.function().name(),
                SourceLines.type(argument.type()),
                result.cell());
    }

    /// For AND the cell keeps the bits that some value lacks.
    private void emitBits(int number, ScanResult result) {
        boolean isAnd = result.function() == DeviceAggregate.Function.BIT_AND;
        String type = SourceLines.type(argument(result).type());
        text.line(
                "    static_cast<%s*>(out.results[%d])[row] = static_cast<%s>(%scells[%d]);",
                type, number, type, isAnd ? "~" : "", result.cell());
    }

    private ScanArgument argument(ScanResult result) {
        return shape.arguments().get(shape.cells().get(result.cell()).argument());
    }

    private static boolean isSpread(ScanResult result) {
        return result.function() == DeviceAggregate.Function.VARIANCE
                || result.function() == DeviceAggregate.Function.STD;
    }

    private void emitSpread(int number, ScanResult result) {
        boolean isRoot = result.function() == DeviceAggregate.Function.STD;
        text.line("    if (cells[%d] > %d) {", result.counts(), result.freedom());
        text.line(
                "        const f64 variance = __longlong_as_double(cells[%d]) / static_cast<f64>(cells[%d] - %d);",
                result.cell(), result.counts(), result.freedom());
        text.line(
                "        static_cast<f64*>(out.results[%d])[row] = %s;",
                number, isRoot ? "sqrt(variance)" : "variance");
        text.line("        set_bit(out.result_validity[%d], row);", number);
        text.line("    } else {");
        text.line("        static_cast<f64*>(out.results[%d])[row] = 0;", number);
        text.line("    }");
    }
}
