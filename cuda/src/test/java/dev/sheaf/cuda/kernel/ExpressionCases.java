package dev.sheaf.cuda.kernel;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.List;
import java.util.stream.Stream;

/// Expressions that kernels compute, one of each kind.
final class ExpressionCases {
    static final Schema SCHEMA = Schema.of(
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("u", DataType.UINT64),
            new Field("f", DataType.FLOAT32),
            new Field("d", DataType.FLOAT64),
            new Field("b", DataType.BOOL),
            new Field("m", DataType.decimal(12, 2)),
            new Field("w", DataType.decimal(30, 4)),
            new Field("t", DataType.DATE),
            new Field("s", DataType.STRING));

    private ExpressionCases() {}

    /// All of them in kernels of [KernelFile#PROJECT].
    static Stream<Specialization> all() {
        StringBuilder text = new StringBuilder(
                "__device__ __forceinline__ void project_row(\n    const InputColumn* inputs,"
                        + " const u64* literals, const OutputColumn* outputs, u64 in, u64 out, u8* keep, bool& fault) {\n");
        ExpressionText texts = texts();
        List<Expr> exprs = exprs();
        for (int i = 0; i < exprs.size(); i++) {
            text.append("    store(outputs[")
                    .append(i)
                    .append("], out, ")
                    .append(text(texts, exprs.get(i)))
                    .append(");\n");
        }
        text.append("    keep[out] = 1;\n}\n");
        return Stream.of(Specialization.of(KernelFile.PROJECT).code("ProjectRow", text.toString()));
    }

    static List<Expr> exprs() {
        return List.of(
                col("i").plus(col("i")),
                col("l").minus(1L).times(col("l")),
                col("u").plus(col("u")),
                col("i").mod(7),
                col("l").mod(-7L),
                col("u").mod(7),
                call(Function.INT_DIVIDE, col("i"), lit(7)),
                call(Function.INT_DIVIDE, col("l"), lit(7L)),
                col("f").times(col("f")),
                col("d").dividedBy(col("l")),
                col("m").plus(col("m")),
                col("m").times(col("m")),
                col("w").plus(col("w")),
                col("d").lt(0.5).and(col("b").or(col("i").gt(3))),
                col("t").eq(col("t")).not(),
                col("i").cast(DataType.INT8),
                col("d").cast(DataType.INT64),
                col("l").cast(DataType.FLOAT64),
                col("m").cast(DataType.FLOAT64));
    }

    static BoundExpr bound(Expr expr) {
        return Binder.bind(expr, SCHEMA);
    }

    private static ExpressionText texts() {
        return new ExpressionText(
                column -> "read<" + CudaType.textOf(SCHEMA.field(column).type()) + ">(inputs[" + column + "], in)");
    }

    /// The text of an expression that has one.
    private static String text(ExpressionText texts, Expr expr) {
        return switch (texts.of(bound(expr))) {
            case ExpressionText.Result.Text(String text) -> text;
            case ExpressionText.Result.Refused(String reason) -> throw new AssertionError(reason);
        };
    }
}
