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
                hash(CudaType.U32, 0),
                hash(CudaType.U64, 1),
                hash(CudaType.U128, 1),
                hash(CudaType.U128, 2),
                hash(CudaType.U64, 3));
    }

    private static Specialization hash(CudaType key, int function) {
        return Specialization.of(KernelFile.HASH_COLUMN)
                .type("Key", key)
                .number("HASH", function)
                .number("THREADS", 256);
    }
}
