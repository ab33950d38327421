package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.groupby.cuda.runs.ScanKind;
import dev.sheaf.groupby.cuda.runs.ScanStates;
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
                scans(true, scan(ScanKind.COUNTS, CudaType.U8, DataType.INT64, false)),
                scans(false, scan(ScanKind.PRODUCTS, CudaType.F64, DataType.FLOAT64, true)),
                scans(true, new ScanStates(ScanKind.SHIFTED, CudaType.F64, DataType.FLOAT64, false, 2)),
                scans(false, new ScanStates(ScanKind.SHIFTED, CudaType.I32, DataType.INT32, true, 1)),
                scans(false, new ScanStates(ScanKind.CHANGED, CudaType.F64, DataType.FLOAT64, true, 1)),
                shifts(true, new ScanStates(ScanKind.SHIFTED, CudaType.I32, DataType.INT32, true, 4)),
                shifts(false, new ScanStates(ScanKind.SHIFTED, CudaType.F64, DataType.FLOAT64, false, 2)),
                scans(
                        true,
                        scan(ScanKind.SUMS, CudaType.F64, DataType.FLOAT64, false),
                        scan(ScanKind.GREATEST, CudaType.U16, DataType.UINT16, true),
                        scan(ScanKind.COUNTS, CudaType.U8, DataType.INT64, true),
                        scan(ScanKind.LATEST, CudaType.F32, DataType.FLOAT32, true)),
                scans(
                        true,
                        scan(ScanKind.MEANS, CudaType.F64, DataType.FLOAT64, true),
                        scan(ScanKind.GREATEST, CudaType.F32, DataType.FLOAT32, true),
                        scan(ScanKind.LATEST, CudaType.F32, DataType.FLOAT32, true)));
        Stream<Specialization> typed = TYPES.stream()
                .flatMap(type -> Stream.of(
                        Specialization.of(KernelFile.CONVERT).type("Value", type),
                        best(type, false, false),
                        scans(true, scan(ScanKind.LEAST, type, of(type), true)),
                        scans(false, scan(ScanKind.LATEST, type, of(type), true)),
                        reduce(type, 1)));
        Stream<Specialization> sums = Stream.of(CudaType.I32, CudaType.U64, CudaType.F32, CudaType.F64)
                .flatMap(type -> Stream.of(
                        scans(false, scan(ScanKind.SUMS, type, sum(type), false)),
                        scans(true, scan(ScanKind.SUMS, type, sum(type), false)),
                        scans(true, scan(ScanKind.MEANS, type, DataType.FLOAT64, true))));
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

    private static ScanStates scan(ScanKind kind, CudaType value, DataType result, boolean hasNulls) {
        return new ScanStates(kind, value, result, hasNulls);
    }

    /// As many as share a walk.
    private static Specialization shifts(boolean hasParts, ScanStates shift) {
        return scans(hasParts, shift, shift, shift, shift);
    }

    private static Specialization scans(boolean hasParts, ScanStates... scans) {
        return ScanStates.kernel(List.of(scans), hasParts, 512);
    }

    private static DataType sum(CudaType type) {
        return type.isFloating() ? DataType.FLOAT64 : DataType.INT64;
    }

    /// A type of columns that kernels read as another.
    private static DataType of(CudaType type) {
        return switch (type) {
            case I8 -> DataType.INT8;
            case I16 -> DataType.INT16;
            case I32 -> DataType.INT32;
            case I64 -> DataType.INT64;
            case I128, U128 -> DataType.decimal(38, 0);
            case U8 -> DataType.UINT8;
            case U16 -> DataType.UINT16;
            case U32 -> DataType.UINT32;
            case U64 -> DataType.UINT64;
            case F32 -> DataType.FLOAT32;
            case F64 -> DataType.FLOAT64;
        };
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
