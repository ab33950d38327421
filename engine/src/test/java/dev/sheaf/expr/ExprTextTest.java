package dev.sheaf.expr;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExprTextTest {
    @Test
    void structsAndListsAreWrittenAsJavaWritesThem() {
        Map<String, Object> struct = new LinkedHashMap<>();
        struct.put("a", List.of(1, 2));
        struct.put("b", null);
        struct.put("c", Map.of());
        DataType type = new DataType.StructType(List.of(
                new Field("a", new DataType.ListType(DataType.INT32)),
                new Field("b", DataType.INT32),
                new Field("c", DataType.NULL)));

        assertThat(ExprText.of(new Expr.Literal(struct, type))).isEqualTo(struct.toString());
    }

    @Test
    void messagesShowTheBeginningOfLongOnes() {
        Expr list = new Expr.Literal(Collections.nCopies(1_000_000, 7), new DataType.ListType(DataType.INT32));

        assertThat(ExprText.brief(list)).startsWith("[7, 7, 7").endsWith("...").hasSize(403);
        assertThat(ExprText.brief(lit("it's"))).isEqualTo("'it''s'");
    }

    @Test
    void aNameIsComparedWithoutWritingMore() {
        Expr sum = col("a").plus(1).plus(2);

        assertThat(sum.isNamed(sum.outputName())).isTrue();
        assertThat(sum.isNamed("((a")).isFalse();
        assertThat(sum.isNamed(sum.outputName() + ")")).isFalse();
        assertThat(col("a").isNamed("a")).isTrue();
        assertThat(sum.as("b").isNamed("b")).isTrue();
        assertThat(sum.as("b").isNamed(sum.outputName())).isFalse();
    }
}
