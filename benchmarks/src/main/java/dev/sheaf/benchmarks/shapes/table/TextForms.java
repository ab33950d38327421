package dev.sheaf.benchmarks.shapes.table;

import dev.sheaf.cli.datagen.Draws;
import dev.sheaf.cli.datagen.Texts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Texts that the generated tables of the command line do not have. Distinct numbers are distinct texts.
final class TextForms {
    private static final List<String> FIRST_NAMES = List.of(
            "Anna",
            "Zoë",
            "José",
            "Łukasz",
            "Søren",
            "Jürgen",
            "Chloé",
            "Íñigo",
            "Ольга",
            "Дмитрий",
            "Νίκος",
            "明",
            "さくら",
            "María",
            "Peter",
            "Aisha",
            "محمد",
            "Björn",
            "Małgorzata",
            "John",
            "Renée",
            "Tomáš",
            "Ayşe",
            "Emily");
    private static final List<String> LAST_NAMES = List.of(
            "Müller",
            "Smith",
            "García",
            "Nguyễn",
            "Kowalska",
            "Østergaard",
            "Dvořák",
            "Иванова",
            "Παπαδόπουλος",
            "王",
            "佐藤",
            "Rossi",
            "Lefèvre",
            "Jones",
            "Yılmaz",
            "Szabó",
            "O'Neill",
            "van der Berg",
            "Ångström",
            "Ceaușescu");
    private static final List<String> PAGES = List.of(
            "https://www.example.com/catalogue/products/",
            "https://www.example.com/catalogue/products/shoes/",
            "https://www.example.com/catalogue/offers/",
            "https://www.example.com/search?q=",
            "https://shop.example.org/de/artikel/",
            "https://shop.example.org/fr/article/",
            "http://news.example.net/2024/07/",
            "http://news.example.net/2024/08/");
    private static final List<String> ADJECTIVES = List.of(
            "red", "green", "blue", "large", "small", "fresh", "frozen", "dried", "light", "dark", "soft", "hard",
            "round", "square", "plain", "fine", "cheap", "rare", "wild", "organic", "smoked", "salted", "sweet", "sour",
            "heavy", "thin", "thick", "warm", "cold", "old", "new", "raw", "ripe", "long", "short", "wide", "narrow",
            "black", "white", "grey", "brown", "pink", "flat", "deep", "loud", "quiet", "quick", "slow", "clean",
            "clear", "crisp", "dense", "empty", "full", "early", "late", "local", "royal", "solid", "spare", "steep",
            "tidy", "vivid", "young");
    private static final List<String> NOUNS = List.of(
            "apple", "bread", "cheese", "chair", "table", "lamp", "shirt", "shoe", "hat", "glove", "book", "pen",
            "paper", "phone", "cable", "screen", "plant", "seed", "flower", "stone", "brick", "wood", "metal", "glass",
            "bottle", "cup", "plate", "fork", "knife", "spoon", "towel", "soap", "brush", "comb", "mirror", "clock",
            "watch", "ring", "coat", "scarf", "boot", "sock", "bag", "box", "basket", "tent", "rope", "tool", "nail",
            "screw", "paint", "candle", "match", "stove", "kettle", "pan", "pot", "oven", "sink", "bath", "door",
            "window", "wall", "roof");

    private TextForms() {}

    /// A first name, a last name, and a number once all pairs are taken.
    static Texts names() {
        return new Written(64, number -> {
            long pair = number / FIRST_NAMES.size();
            long person = pair / LAST_NAMES.size();
            return at(FIRST_NAMES, number) + " " + at(LAST_NAMES, pair) + (person == 0 ? "" : " " + person);
        });
    }

    /// A page and a number.
    static Texts urls() {
        return new Written(
                80,
                number -> at(PAGES, Draws.next(number, 2) >>> 1) + (number + 100) + (odd(number) ? "?ref=home" : ""));
    }

    /// An adjective and a noun.
    static Texts words() {
        return new Written(24, number -> at(ADJECTIVES, number / NOUNS.size()) + " " + at(NOUNS, number));
    }

    /// 32 hexadecimal digits.
    static Texts hex() {
        return new Hex();
    }

    private static boolean odd(long number) {
        return (Draws.next(number, 3) & 1) != 0;
    }

    private static String at(List<String> texts, long number) {
        return texts.get((int) (number % texts.size()));
    }

    /// The text of a number.
    static String text(Texts texts, long number) {
        byte[] bytes = new byte[texts.maxBytes()];
        int size = texts.write(number, MemorySegment.ofArray(bytes), 0);
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    @FunctionalInterface
    private interface Form {
        String of(long number);
    }

    private record Written(int maxBytes, Form form) implements Texts {
        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            byte[] text = form.of(number).getBytes(StandardCharsets.UTF_8);
            MemorySegment.copy(text, 0, target, ValueLayout.JAVA_BYTE, at, text.length);
            return text.length;
        }
    }

    private record Hex() implements Texts {
        private static final int DIGITS_OF_A_DRAW = 16;
        private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public int maxBytes() {
            return 2 * DIGITS_OF_A_DRAW;
        }

        @Override
        public int write(long number, MemorySegment target, long at) {
            for (int draw = 0; draw < 2; draw++) {
                long bits = Draws.next(number, draw);
                for (int i = 0; i < DIGITS_OF_A_DRAW; i++) {
                    byte digit = DIGITS[(int) (bits >>> (Long.SIZE - 4 - 4 * i)) & 15];
                    target.set(ValueLayout.JAVA_BYTE, at + (long) draw * DIGITS_OF_A_DRAW + i, digit);
                }
            }
            return maxBytes();
        }
    }
}
