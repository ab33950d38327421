package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Columns of texts compared with constants, each text with each.
@ExtendWith(PoolCheck.class)
class TextBoundTest {
    private static final List<String> TEXTS = List.of(
            "",
            "\0",
            "a",
            "ab",
            "abc",
            "abc\0",
            "abcdefg",
            "abcdefg\0",
            "abcdefgh",
            "abcdefgh\0",
            "abcdefgha",
            "abcdefghabcdefgh",
            "abcdefghabcdefgz",
            "abcdefgi",
            "b",
            "é",
            "éééé",
            "ééééé",
            "\uFFFD",
            "😀",
            "https://www.example.com/1",
            "https://www.example.com/12",
            "https://www.example.com/2",
            "https://www.example.com/catalogue/products/shoes/513",
            "https://www.example.com/catalogue/products/boots/513");

    @ParameterizedTest
    @EnumSource(
            value = Function.class,
            names = {"EQUAL", "NOT_EQUAL", "LESS", "LESS_OR_EQUAL", "GREATER", "GREATER_OR_EQUAL"})
    void everyTextIsComparedWithEveryConstant(Function function, MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string");
        for (int i = 0; i < 1500; i++) {
            rows.row(text(i));
        }
        try (Table whole = rows.build(pool);
                Table table = whole.slice(5, 1400)) {
            for (String constant : TEXTS) {
                Expr compared = call(function, col("t"), lit(constant));
                try (Column found = Evaluator.compile(compared, table.schema()).evaluate(table, pool)) {
                    for (int row = 0; row < 1400; row++) {
                        String text = text(row + 5);
                        Object expected = text == null ? null : holds(function, order(text, constant));
                        assertThat(found.get(row))
                                .as("%s with %s", text, constant)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static @Nullable String text(int row) {
        return row % 31 == 30 ? null : TEXTS.get(row % TEXTS.size());
    }

    private static int order(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean holds(Function function, int order) {
        return switch (function) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
            default -> throw new AssertionError(function);
        };
    }
}
