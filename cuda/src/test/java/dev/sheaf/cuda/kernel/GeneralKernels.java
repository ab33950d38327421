package dev.sheaf.cuda.kernel;

import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.groupby.cuda.runs.ScanKind;
import java.util.List;
import java.util.stream.Stream;

/// The variants of the kernels of the general strategy for [KernelMatrix].
final class GeneralKernels {
    private static final List<CudaType> TYPES = List.of(CudaType.I8, CudaType.U64, CudaType.I128, CudaType.F64);

    private GeneralKernels() {}

    static Stream<Specialization> variants() {
        Stream<Specialization> single = Stream.of(
                Specialization.of(KernelFile.ROW_VALUES),
                Specialization.of(KernelFile.PACK_KEYS),
                Specialization.of(KernelFile.INTERN_TEXT),
                Specialization.of(KernelFile.MOMENTS),
                Specialization.of(KernelFile.MEMBERS),
                RowLists.specialization(CudaType.U32),
                RowLists.specialization(CudaType.U64),
                Specialization.of(KernelFile.APPEND_BITS),
                Specialization.of(KernelFile.APPEND_OFFSETS),
                Specialization.of(KernelFile.HISTOGRAM),
                Specialization.of(KernelFile.EXACT_SUMS).flag("PRODUCT", false),
                Specialization.of(KernelFile.EXACT_SUMS).flag("PRODUCT", true),
                Specialization.of(KernelFile.TICKET).number("WORDS", 1),
                Specialization.of(KernelFile.TICKET).number("WORDS", 3),
                Specialization.of(KernelFile.RADIX_SORT).type("Key", CudaType.U32),
                Specialization.of(KernelFile.RADIX_SORT).type("Key", CudaType.U64),
                best(CudaType.U32, false, true),
                best(CudaType.I64, true, false),
                best(CudaType.U128, true, false),
                Specialization.of(KernelFile.CONVERT).type("Value", CudaType.U128),
                Specialization.of(KernelFile.RUNS),
                Specialization.of(KernelFile.HASH_PARTS).type("Value", CudaType.I16),
                Specialization.of(KernelFile.HASH_PARTS).type("Value", CudaType.F64),
                RunningRows.latest(),
                RunningRows.counts(),
                RunningRows.kept(),
                ScanKind.COUNTS.kernel(CudaType.U8, CudaType.I64, true, false),
                ScanKind.PRODUCTS.kernel(CudaType.F64, CudaType.F64, false, true));
        Stream<Specialization> typed = TYPES.stream()
                .flatMap(type -> Stream.of(
                        Specialization.of(KernelFile.CONVERT).type("Value", type),
                        best(type, false, false),
                        ScanKind.LEAST.kernel(type, type, true, true),
                        reduce(type, 1)));
        Stream<Specialization> sums = Stream.of(CudaType.I32, CudaType.U64, CudaType.F32, CudaType.F64)
                .flatMap(type -> Stream.of(
                        ScanKind.SUMS.kernel(type, type.isFloating() ? CudaType.F64 : CudaType.I64, false, false),
                        ScanKind.SUMS.kernel(type, type.isFloating() ? CudaType.F64 : CudaType.I64, true, false),
                        ScanKind.MEANS.kernel(type, CudaType.F64, true, true)));
        Stream<Specialization> products = Stream.of(
                reduce(CudaType.U8, 0),
                reduce(CudaType.I32, 2),
                reduce(CudaType.F32, 2),
                reduce(CudaType.U64, 3),
                reduce(CudaType.I64, 4),
                reduce(CudaType.F64, 4),
                reduce(CudaType.I16, 5),
                reduce(CudaType.U64, 6),
                reduce(CudaType.I32, 7));
        return Stream.of(single, typed, sums, products, ExpressionCases.all()).flatMap(variants -> variants);
    }

    private static Specialization best(CudaType type, boolean byOrdinal, boolean text) {
        return Specialization.of(KernelFile.BEST_ROWS)
                .type("Value", type)
                .flag("BY_ORDINAL", byOrdinal)
                .flag("LAST", byOrdinal)
                .flag("IS_TEXT", text);
    }

    private static Specialization reduce(CudaType type, int kind) {
        return Specialization.of(KernelFile.REDUCE_GROUPS).type("Value", type).number("KIND", kind);
    }
}
