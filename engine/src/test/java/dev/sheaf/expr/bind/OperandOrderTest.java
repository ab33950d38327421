package dev.sheaf.expr.bind;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OperandOrderTest {
    private static final Schema SCHEMA = Schema.of(
            new Field("url", DataType.STRING),
            new Field("units", DataType.INT32),
            new Field("price", DataType.FLOAT64),
            new Field("code", DataType.STRING));
    private static final Expr PREFIX = col("url").like("http%");
    private static final Expr URL = col("url").eq(lit("http://a"));
    private static final Expr UNITS = col("units").eq(lit(3));
    private static final Expr NULL = col("price").isNull();

    /// May raise an error.
    private static final Expr READ = col("code").cast(DataType.INT32).eq(lit(7));

    private static List<BoundExpr> bound(Expr... operands) {
        return Stream.of(operands).map(operand -> Binder.bind(operand, SCHEMA)).toList();
    }

    private static void assertOrder(Set<Integer> encoded, List<BoundExpr> given, List<BoundExpr> expected) {
        assertEquals(expected, new OperandOrder(encoded).of(given));
    }

    @Test
    void cheapOperandsComeFirst() {
        assertOrder(Set.of(), bound(PREFIX, URL, UNITS, NULL), bound(NULL, UNITS, URL, PREFIX));
    }

    @Test
    void equallyCheapOnesStay() {
        Expr other = col("units").eq(lit(4));
        assertOrder(Set.of(), bound(UNITS, other), bound(UNITS, other));
        assertOrder(Set.of(), bound(other, UNITS), bound(other, UNITS));
    }

    @Test
    void noneIsMovedPastOneThatMayFail() {
        assertOrder(Set.of(), bound(PREFIX, URL, READ, UNITS, NULL), bound(URL, PREFIX, READ, NULL, UNITS));
        assertOrder(Set.of(), bound(READ, UNITS), bound(READ, UNITS));
    }

    @Test
    void textsOfADictionaryAreLookedUp() {
        assertOrder(Set.of(0), bound(UNITS, PREFIX), bound(PREFIX, UNITS));
    }
}
