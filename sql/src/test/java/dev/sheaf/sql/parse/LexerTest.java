package dev.sheaf.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Span;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LexerTest {

    private static String tokens(String text) {
        return Lexer.tokens(new Source(text)).stream()
                .filter(token -> token.kind() != Token.Kind.END)
                .map(token -> token.kind().name().charAt(0) + ":" + token.text())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    a1 _b                ; W:a1 W:_b
                    größe 数量            ; W:größe W:数量
                    'it''s' "a""b"       ; S:it's Q:a"b
                    1 1.5 .5 1. 1e3 1e-3 ; N:1 N:1.5 N:.5 N:1. N:1e3 N:1e-3
                    1_000_000 0xFF_01     ; N:1000000 N:65281
                    a::b a//b a/b        ; W:a S::: W:b W:a S:// W:b W:a S:/ W:b
                    a<=b<>c!=d==e        ; W:a S:<= W:b S:<> W:c S:!= W:d S:== W:e
                    a||b|c->d->>e=>f:=g  ; W:a S:|| W:b S:| W:c S:-> W:d S:->> W:e S:=> W:f S::= W:g
                    a--b                 ; W:a
                    a/*b*/c-d            ; W:a W:c S:- W:d
                    t.a[1:2]             ; W:t S:. W:a S:[ N:1 S:: N:2 S:]
                    ? ?5 $1 $name ?      ; P:1 P:5 P:1 P:name P:2
                    $$a'b$$ $t$x$y$t$    ; S:a'b S:x$y
                    e'a\\tb\\'' x'0aFF'  ; S:a	b' B:0aFF
                    """)
    void splits(String text, String expected) {
        assertThat(tokens(text)).isEqualTo(expected);
    }

    @Test
    void offsetsPointIntoTheText() {
        Token second = Lexer.tokens(new Source("ab 'c''d'")).get(1);
        assertThat(second.text()).isEqualTo("c'd");
        assertThat(second.at()).isEqualTo(new Span(3, 9));
    }

    @Test
    void wordsAreKnownInAnyCase() {
        assertThat(Lexer.tokens(new Source("sElEcT")).getFirst().is("SELECT")).isTrue();
        assertThat(Lexer.tokens(new Source("\"SELECT\"")).getFirst().is("SELECT"))
                .isFalse();
    }
}
