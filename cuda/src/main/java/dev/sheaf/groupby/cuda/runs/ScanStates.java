package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a scan keeps of each group.
///
/// @param value the type of what is scanned
/// @param result the type of the results
/// @param hasNulls whether rows may have no value
/// @param distance of a shift, how many rows before; else 0
public record ScanStates(ScanKind kind, CudaType value, DataType result, boolean hasNulls, int distance) {
    public ScanStates(ScanKind kind, CudaType value, DataType result, boolean hasNulls) {
        this(kind, value, result, hasNulls, 0);
    }

    /// Written out, since each query looks for its kernel by it, and what Java generates takes microseconds until it is
    /// compiled.
    @Override
    public int hashCode() {
        return ((kind.ordinal() << Byte.SIZE | value.ordinal()) << 1 | (hasNulls ? 1 : 0)) + distance;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScanStates states
                && kind == states.kind
                && value == states.value
                && hasNulls == states.hasNulls
                && distance == states.distance
                && result.equals(states.result);
    }

    /// The group of no row.
    static final int NO_GROUP = -1;

    /// The order of the scans of a walk: many bytes first, so that all are aligned, and wide values first of these,
    /// which tell how many registers there are; and few kernels for the same scans.
    static final Comparator<ScanStates> ORDER = Comparator.comparing(ScanStates::totalBytes)
            .reversed()
            .thenComparing(ScanStates::isWide, Comparator.reverseOrder())
            .thenComparing(ScanStates::kind)
            .thenComparing(ScanStates::value)
            .thenComparing(ScanStates::hasNulls);

    /// What is compiled for scans in [#ORDER] that share a walk.
    ///
    /// @param hasParts whether there are more groups than slots
    /// @param threads of a block
    public static Specialization kernel(List<ScanStates> scans, boolean hasParts, int threads) {
        StringBuilder types = new StringBuilder("template <u32 N> struct ScanTypes;\n");
        for (int i = 0; i < scans.size(); i++) {
            types.append(scans.get(i).types(i, hasParts));
        }
        return Specialization.of(KernelFile.SCAN_GROUPS)
                .number("SCANS", scans.size())
                .code("Types", types.toString())
                .flag("HAS_PARTS", hasParts)
                .number("THREADS", threads);
    }

    /// The type of the results by place: counts have 31 bits, and get more on the way back from parts.
    DataType byPlace(boolean hasParts) {
        return hasParts && kind == ScanKind.COUNTS ? DataType.INT32 : result;
    }

    private String types(int number, boolean hasParts) {
        return "template <> struct ScanTypes<" + number + "> {\n"
                + "    static constexpr u32 KIND = " + kind.ordinal() + ";\n"
                + "    static constexpr u32 DISTANCE = " + distance + ";\n"
                + "    static constexpr bool COUNTS_VALUES = " + countsValues() + ";\n"
                + "    typedef " + value.text() + " Value;\n"
                + "    typedef " + total().text() + " Total;\n"
                + "    typedef " + CudaType.of(byPlace(hasParts)).text() + " Result;\n"
                + "};\n";
    }

    private CudaType total() {
        return kind.total(value, CudaType.of(result));
    }

    /// Bytes of what values come to: of a shift, of as many values as the kernel keeps.
    int totalBytes() {
        int kept = kind.isShift() ? Integer.highestOneBit(2 * distance - 1) : 1;
        return kept * total().byteWidth();
    }

    /// Whether a value takes more registers than two blocks have.
    boolean isWide() {
        return total().byteWidth() > Long.BYTES;
    }

    /// Whether results may be null.
    boolean mayBeNull(boolean nullsStay) {
        return kind.isShift() || (hasNulls && (nullsStay || countsValues()));
    }

    /// Whether the number of values is kept beside what they come to.
    boolean countsValues() {
        return kind == ScanKind.MEANS
                || kind == ScanKind.LATEST
                || kind.isShift()
                || (hasNulls && kind != ScanKind.COUNTS);
    }

    /// Bytes of both.
    int bytes() {
        return totalBytes() + (countsValues() ? Integer.BYTES : 0);
    }

    /// Whether what values come to may not fit the result.
    boolean mayFault() {
        return kind == ScanKind.SUMS && total() == CudaType.I128;
    }
}
