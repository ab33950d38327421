package dev.sheaf.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void controlsOfEveryKindBecomeEscapes() {
        assertThat(Printable.line("a\u001B[31mb\u0007")).isEqualTo("a\\u001B[31mb\\u0007");
        assertThat(Printable.line("\u007F\u0080\u009B\u009F")).isEqualTo("\\u007F\\u0080\\u009B\\u009F");
        assertThat(Printable.line("\u061C\u200E\u200F\u202E\u2066")).isEqualTo("\\u061C\\u200E\\u200F\\u202E\\u2066");
        assertThat(Printable.line("a\nb\r\t")).isEqualTo("a\\nb\\r\\t");
    }

    @Test
    void linesKeepLineFeedsAndTabsAlone() {
        assertThat(Printable.lines("a\n\tb\rc\u0000")).isEqualTo("a\n\tb\\rc\\u0000");
    }

    @Test
    void everyOtherTextStays() {
        String text = "Zürich 東京 \uD83D\uDE00 שלום \u00A0";
        assertThat(Printable.line(text)).isSameAs(text);
    }
}
