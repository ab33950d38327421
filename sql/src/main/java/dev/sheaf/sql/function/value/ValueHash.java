package dev.sheaf.sql.function.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Hashes of 64 bits of values: FNV-1a over the bytes of their texts, mixed by the finalizer of Murmur3. Equal
/// values of one type have equal hashes, in every run and on every machine.
public final class ValueHash {
    private static final long BASIS = 0xCBF29CE484222325L;
    private static final long PRIME = 0x100000001B3L;

    private ValueHash() {}

    public static BigInteger of(@Nullable Object[] values) {
        long hash = BASIS;
        for (Object value : values) {
            hash = added(hash, value);
        }
        return new BigInteger(Long.toUnsignedString(mixed(hash)));
    }

    private static long added(long before, @Nullable Object value) {
        return value == null ? added(before, "\0null") : present(before, value);
    }

    private static long present(long before, Object value) {
        return switch (value) {
            case Double number -> added(before, String.valueOf(number + 0.0));
            case Float number -> added(before, String.valueOf(number + 0.0f));
            case BigDecimal number -> added(before, number.toPlainString());
            case byte[] bytes -> added(before, HexFormat.of().formatHex(bytes));
            case List<?> list -> {
                long hash = added(before, "[");
                for (Object element : list) {
                    hash = added(hash, element);
                }
                yield added(hash, "]");
            }
            case Map<?, ?> fields -> {
                long hash = added(before, "{");
                for (Object field : fields.values()) {
                    hash = added(hash, field);
                }
                yield added(hash, "}");
            }
            default -> added(before, value.toString());
        };
    }

    /// Ends with a byte that no UTF-8 has, so that 'a', 'bc' and 'ab', 'c' differ.
    private static long added(long before, String text) {
        long hash = before;
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xFF)) * PRIME;
        }
        return (hash ^ 0xFF) * PRIME;
    }

    private static long mixed(long value) {
        long hash = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return hash ^ (hash >>> 33);
    }
}
