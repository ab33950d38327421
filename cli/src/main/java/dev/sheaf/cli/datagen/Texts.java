package dev.sheaf.cli.datagen;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Texts by number, from 0 on.
public interface Texts {

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

    /// Lower-case letters and spaces, between `minBytes` and `maxBytes` of them, that follow from the number; any
    /// number is one.
    static Texts random(int minBytes, int maxBytes) {
        return new RandomLetters(minBytes, maxBytes);
    }

    /// The empty text for the number 0, else those of `others`.
    static Texts orEmpty(Texts others) {
        return new OrEmpty(others);
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

    /// See [#random].
    record RandomLetters(int minBytes, int maxBytes) implements Texts {
        private static final int BITS = 5;
        private static final int LETTERS_OF_A_DRAW = Long.SIZE / BITS;
        private static final byte[] LETTERS = "abcdefghijklmnopqrstuvwxyz      ".getBytes(StandardCharsets.US_ASCII);

        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            int size = minBytes + (int) Math.unsignedMultiplyHigh(Draws.next(number, 0), maxBytes - minBytes + 1);
            long bits = 0;
            for (int i = 0; i < size; i++) {
                if (i % LETTERS_OF_A_DRAW == 0) {
                    bits = Draws.next(number, 1 + i / LETTERS_OF_A_DRAW);
                }
                target.set(ValueLayout.JAVA_BYTE, at + i, LETTERS[(int) (bits & (LETTERS.length - 1))]);
                bits >>>= BITS;
            }
            return size;
        }
    }

    /// See [#orEmpty].
    record OrEmpty(Texts others) implements Texts {
        @Override
        public long count() {
            return others.count();
        }

        @Override
        public int maxBytes() {
            return others.maxBytes();
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            return number == 0 ? 0 : others.write(number, target, at);
        }
    }
}
