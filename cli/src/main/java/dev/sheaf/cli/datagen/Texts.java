package dev.sheaf.cli.datagen;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Texts by number, from 0 on.
sealed interface Texts {

    /// How many there are.
    long count();

    /// The size of the longest in bytes.
    int maxBytes();

    /// Writes one and returns its size in bytes.
    int write(long number, MemorySegment target, long at);

    /// A list of texts.
    static Texts listed(String... texts) {
        return new Listed(List.of(texts).stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    /// `prefix` and the number plus 1, with leading zeros up to `minDigits` digits.
    static Texts numbered(String prefix, int minDigits, long count) {
        int digits = Math.max(minDigits, Long.toString(count).length());
        return new Numbered(prefix.getBytes(StandardCharsets.UTF_8), minDigits, digits, count);
    }

    /// See [#listed].
    record Listed(List<byte[]> texts) implements Texts {
        @Override
        public long count() {
            return texts.size();
        }

        @Override
        public int maxBytes() {
            return texts.stream().mapToInt(text -> text.length).max().orElse(0);
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            byte[] text = texts.get((int) number);
            MemorySegment.copy(text, 0, target, ValueLayout.JAVA_BYTE, at, text.length);
            return text.length;
        }
    }

    /// See [#numbered].
    record Numbered(byte[] prefix, int minDigits, int maxDigits, long count) implements Texts {
        @Override
        public int maxBytes() {
            return prefix.length + maxDigits;
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            int digits = minDigits;
            while (digits < maxDigits && number + 1 >= Math.powExact(10L, digits)) {
                digits++;
            }
            for (int i = 0; i < prefix.length; i++) {
                target.set(ValueLayout.JAVA_BYTE, at + i, prefix[i]);
            }
            long rest = number + 1;
            for (int i = digits - 1; i >= 0; i--) {
                target.set(ValueLayout.JAVA_BYTE, at + prefix.length + i, (byte) ('0' + rest % 10));
                rest /= 10;
            }
            return prefix.length + digits;
        }
    }
}
