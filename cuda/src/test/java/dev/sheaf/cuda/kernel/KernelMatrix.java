package dev.sheaf.cuda.kernel;

import dev.sheaf.groupby.cuda.GroupByKernelMatrix;
import java.util.List;
import java.util.stream.Stream;

/// The variants of every kernel file that are compiled to machine code without a GPU: each file, each kind of
/// type and each branch on a flag at least once.
final class KernelMatrix {
    private KernelMatrix() {}

    static List<Specialization> variants() {
        return Stream.of(blocks(), GroupByKernelMatrix.variants().stream(), GeneralKernels.variants())
                .flatMap(variants -> variants)
                .distinct()
                .toList();
    }

    private static Stream<Specialization> blocks() {
        return Stream.of(
                        reduce(CudaType.U8, false),
                        reduce(CudaType.I8, true),
                        reduce(CudaType.I32, false),
                        reduce(CudaType.I64, true),
                        reduce(CudaType.U64, false),
                        reduce(CudaType.I128, true),
                        reduce(CudaType.F32, true),
                        reduce(CudaType.F64, false),
                        hash(CudaType.U32, 0),
                        hash(CudaType.U64, 1),
                        hash(CudaType.U128, 1),
                        hash(CudaType.U128, 2),
                        hash(CudaType.U64, 3),
                        dense(CudaType.I32, CudaType.U8).flag("HAS_SUM", false).flag("HAS_VALUE_NULLS", false),
                        dense(CudaType.I32, CudaType.I64).flag("HAS_SUM", true).flag("HAS_VALUE_NULLS", false),
                        dense(CudaType.I64, CudaType.F64).flag("HAS_SUM", true).flag("HAS_VALUE_NULLS", true),
                        dense(CudaType.U8, CudaType.F32).flag("HAS_SUM", true).flag("HAS_VALUE_NULLS", true),
                        dense(CudaType.U64, CudaType.I8).flag("HAS_SUM", true).flag("HAS_VALUE_NULLS", true))
                .flatMap(KernelMatrix::withKeyNulls);
    }

    private static Specialization reduce(CudaType value, boolean nulls) {
        return Specialization.of(KernelFile.REDUCE_COLUMN)
                .type("Value", value)
                .flag("HAS_NULLS", nulls)
                .number("THREADS", 256);
    }

    private static Specialization hash(CudaType key, int function) {
        return Specialization.of(KernelFile.HASH_COLUMN)
                .type("Key", key)
                .number("HASH", function)
                .number("THREADS", 256);
    }

    private static Specialization dense(CudaType key, CudaType value) {
        return Specialization.of(KernelFile.DENSE_GROUPS)
                .type("Key", key)
                .type("Value", value)
                .number("THREADS", 512);
    }

    /// Keys without nulls for keys of four bytes; else with nulls, kept for keys of eight bytes.
    private static Stream<Specialization> withKeyNulls(Specialization variant) {
        if (variant.file() != KernelFile.DENSE_GROUPS) {
            return Stream.of(variant);
        }
        CudaType key = ((Specialization.Definition.Type) variant.definitions().getFirst()).type();
        return Stream.of(
                variant.flag("HAS_KEY_NULLS", key.byteWidth() != 4).flag("KEEPS_NULL_KEYS", key.byteWidth() == 8));
    }
}
