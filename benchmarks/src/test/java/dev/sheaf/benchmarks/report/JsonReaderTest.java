package dev.sheaf.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
    @Test
    void whatIsWrittenIsRead() {
        Map<String, Object> document = Map.of(
                "name",
                "a \"b\" \\ c",
                "rows",
                List.of(Map.of("n", 10L, "ratio", 0.25), Map.of()),
                "none",
                List.of(),
                "on",
                true,
                "nothing",
                Double.NaN);

        assertThat(JsonReader.read(Json.write(document))).isEqualTo(document);
    }

    @Test
    void whatIsNotJsonIsNamed() {
        assertThatThrownBy(() -> JsonReader.read("{\"a\": }"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("JSON has '}' at 6 where a value was expected");
        assertThatThrownBy(() -> JsonReader.read("[1, 2")).hasMessageContaining("JSON has the end at");
        assertThatThrownBy(() -> JsonReader.read("1 2")).hasMessageContaining("the end was expected");
    }
}
