package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How kernels read a key column whose rows they hash and compare where they lie: `keys.cuh`.
public sealed interface KeyKind {
    /// Words of `struct KeyColumn`.
    int COLUMN_WORDS = 5;

    /// Texts and bytes of any length, also in a dictionary.
    record Text() implements KeyKind {}

    record Bit() implements KeyKind {}

    record Word(CudaType type) implements KeyKind {}

    /// The kind of a column, if its rows can be compared.
    static Optional<KeyKind> of(DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        if (dictionary != null) {
            boolean isText = dictionary.offsets() != null && dictionary.validity() == null;
            return isText ? Optional.of(new Text()) : Optional.empty();
        }
        if (column.offsets() != null) {
            return Optional.of(new Text());
        }
        if (column.type().equals(DataType.BOOL)) {
            return Optional.of(new Bit());
        }
        return CudaType.supports(column.type()) ? Optional.of(new Word(column.cudaType())) : Optional.empty();
    }

    /// The kinds of columns that have one.
    static List<KeyKind> of(List<DeviceColumn> columns) {
        return columns.stream().map(column -> of(column).orElseThrow()).toList();
    }

    /// What `keys.cuh` asks of `spec.cuh`, and `keys.cuh`.
    static String text(List<KeyKind> kinds) {
        StringBuilder text = new StringBuilder("#include \"keys.cuh\"\n");
        for (int k = 0; k < kinds.size(); k++) {
            text.append("template <> struct Key<" + k + "> {\n    static constexpr u32 KIND = ")
                    .append(
                            switch (kinds.get(k)) {
                                case Text() -> "KIND_TEXT;\n};\n";
                                case Bit() -> "KIND_BIT;\n};\n";
                                case Word(CudaType type) ->
                                    "KIND_NUMBER;\n    typedef " + type.name().toLowerCase(Locale.ROOT)
                                            + " Value;\n};\n";
                            });
        }
        return text.toString();
    }

    /// Its number in `hash_rows.cu`.
    default long number() {
        return switch (this) {
            case Text() -> 66;
            case Bit() -> 65;
            case Word(CudaType type) -> type.isFloating() ? type.byteWidth() * Byte.SIZE : type.byteWidth();
        };
    }

    /// Appends `struct KeyColumn`.
    static void write(KernelStruct struct, DeviceColumn column) {
        DeviceColumn texts = column.dictionary() == null ? column : column.dictionary();
        struct.add(texts.values().address())
                .add(column.validityAddress())
                .add(column.firstBit())
                .add(texts.offsetsAddress())
                .add(column.dictionary() == null ? 0 : column.values().address());
    }
}
