package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How kernels read a key column whose rows they hash and compare where they lie: `keys.cuh`.
public sealed interface KeyKind {
    /// Words of `struct KeyColumn`.
    int COLUMN_WORDS = 6;

    /// The most columns of kernels that learn their kinds when they run.
    int MOST = 16;

    /// The most columns, and the most words, of keys that are copied beside each other.
    int MOST_COPIED = 4;

    /// Texts and bytes of any length, also in a dictionary.
    record Text() implements KeyKind {}

    record Bit() implements KeyKind {}

    /// Numbers. The hash is written out, since each query looks for its kernel by it.
    record Word(CudaType type) implements KeyKind {
        @Override
        public int hashCode() {
            return type.hashCode();
        }
    }

    /// The kinds of columns are these, which are equal by identity.
    KeyKind TEXT = new Text();

    KeyKind BIT = new Bit();

    List<KeyKind> WORDS = Arrays.stream(CudaType.values()).map(KeyKind::word).toList();

    private static KeyKind word(CudaType type) {
        return new Word(type);
    }

    /// The kind of a column, if its rows can be compared.
    static Optional<KeyKind> of(DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        if (dictionary != null) {
            boolean isText = dictionary.offsets() != null && dictionary.validity() == null;
            return isText ? Optional.of(TEXT) : Optional.empty();
        }
        if (column.offsets() != null) {
            return Optional.of(TEXT);
        }
        if (column.type() instanceof DataType.BoolType) {
            return Optional.of(BIT);
        }
        return CudaType.supports(column.type())
                ? Optional.of(WORDS.get(column.cudaType().ordinal()))
                : Optional.empty();
    }

    /// The kinds of columns that have one.
    static List<KeyKind> of(List<DeviceColumn> columns) {
        List<KeyKind> kinds = new ArrayList<>(columns.size());
        for (DeviceColumn column : columns) {
            kinds.add(of(column).orElseThrow());
        }
        return List.copyOf(kinds);
    }

    /// What `keys.cuh` asks of `spec.cuh` beside KEYS, and `keys.cuh`; without kinds, columns say theirs.
    static String text(List<KeyKind> kinds) {
        StringBuilder text = new StringBuilder("constexpr bool ANY_KEYS = " + kinds.isEmpty() + ";\n");
        text.append("#include \"keys.cuh\"\n");
        for (int k = 0; k < kinds.size(); k++) {
            text.append("template <> struct Key<" + k + "> : ")
                    .append(
                            switch (kinds.get(k)) {
                                case Text() -> "OfText";
                                case Bit() -> "OfBit";
                                case Word(CudaType type) ->
                                    "OfNumber<" + type.name().toLowerCase(Locale.ROOT) + ">";
                            })
                    .append(" {};\n");
        }
        return text.toString();
    }

    /// Words of a copy of a key, a power of two, as `key_copies.cuh` lays it out; 0 if there is none, or keys are too
    /// wide. Keys with texts are copied, whose rows lie in two places each.
    static int copyWords(List<KeyKind> kinds) {
        int words = fixedWords(kinds) + texts(kinds) * textWords(kinds);
        boolean isCopied = textWords(kinds) > 0 && kinds.size() <= MOST_COPIED;
        return isCopied ? Integer.highestOneBit(2 * words - 1) : 0;
    }

    /// Words of each text of a copy; 0 if there is no text or no room.
    static int textWords(List<KeyKind> kinds) {
        int texts = texts(kinds);
        return texts == 0 ? 0 : Math.max(MOST_COPIED - fixedWords(kinds), 0) / texts;
    }

    private static int fixedWords(List<KeyKind> kinds) {
        int words = 0;
        for (KeyKind kind : kinds) {
            words += kind.words();
        }
        return words;
    }

    private static int texts(List<KeyKind> kinds) {
        int texts = 0;
        for (KeyKind kind : kinds) {
            texts += kind instanceof Text ? 1 : 0;
        }
        return texts;
    }

    /// Words that tell its values apart; 0 if that depends on the value.
    private int words() {
        return switch (this) {
            case Text() -> 0;
            case Bit() -> 1;
            case Word(CudaType type) -> (type.byteWidth() + Long.BYTES - 1) / Long.BYTES;
        };
    }

    /// Its number in `keys.cuh`.
    private long number() {
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
                .add(column.dictionary() == null ? 0 : column.values().address())
                .add(of(column).orElseThrow().number());
    }

    /// The same of columns that say their kinds, of which there are [#MOST] at most.
    static void writeAny(KernelStruct struct, List<DeviceColumn> columns) {
        columns.forEach(column -> write(struct, column));
        struct.addWords(new long[(MOST - columns.size()) * COLUMN_WORDS]);
    }
}
