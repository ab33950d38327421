package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import org.junit.jupiter.api.Test;

/// Macros are parsed when they are called first: here all of them are.
class BuiltInMacrosTest {
    @Test
    void allCanBeParsed() {
        assertThat(BuiltInMacros.ALL)
                .isNotEmpty()
                .allSatisfy((_, bodies) -> assertThat(bodies).isNotEmpty());
    }

    @Test
    void namesAreThoseOfTheTexts() {
        assertThat(BuiltInMacros.ALL.keySet()).allSatisfy(name -> {
            Statement.CreateMacro read =
                    (Statement.CreateMacro) Parser.statement(new Source("CREATE MACRO " + name + "(x) AS x"));
            assertThat(read.macro().text()).isEqualTo(name);
        });
    }
}
