package dev.sheaf.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionFamiliesTest {
    @Test
    void everyScalarFunctionIsFoundByItsName() {
        assertThat(ScalarFunctions.names())
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(ScalarFunctions.find(name)).isPresent());
    }

    @Test
    void everyTypedFunctionIsFoundByItsName() {
        assertThat(TypedFunctions.names())
                .allSatisfy(name -> assertThat(TypedFunctions.find(name)).isPresent());
    }

    @Test
    void familiesAreMadeOnceAndWhenAskedFor() {
        List<String> made = new ArrayList<>();
        FunctionFamilies<String> families = new FunctionFamilies<String>()
                .with("one two", functions -> {
                    made.add("numbers");
                    functions.put("one", "1");
                    functions.put("two", "2");
                })
                .with("red", functions -> {
                    made.add("colours");
                    functions.put("red", "#f00");
                });
        assertThat(families.names()).containsExactlyInAnyOrder("one", "two", "red");
        assertThat(families.find("blue")).isEmpty();
        assertThat(made).isEmpty();
        assertThat(families.find("two")).contains("2");
        assertThat(families.find("one")).contains("1");
        assertThat(made).containsExactly("numbers");
    }

    @Test
    void aFunctionThatIsNotNamedIsAMistake() {
        FunctionFamilies<String> families = new FunctionFamilies<String>().with("one", functions -> {
            functions.put("one", "1");
            functions.put("two", "2");
        });
        assertThatThrownBy(() -> families.find("one"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the family of one");
    }
}
