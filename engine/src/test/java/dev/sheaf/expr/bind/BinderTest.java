package dev.sheaf.expr.bind;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.testing.TypeNames;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Types of expressions, implied conversions, and what is said of those that do not bind.
class BinderTest {
    private static final Schema SCHEMA = new Schema(List.of(
            field("i8", "int8"),
            field("i32", "int32"),
            field("i64", "int64"),
            field("u8", "uint8"),
            field("u32", "uint32"),
            field("u64", "uint64"),
            field("f32", "float32"),
            field("f64", "float64"),
            field("d4", "decimal(4, 2)"),
            field("d15", "decimal(15, 2)"),
            field("d18", "decimal(18, 2)"),
            field("d19", "decimal(19, 2)"),
            field("d30", "decimal(30, 20)"),
            field("b", "bool"),
            field("name", "string"),
            field("day", "date"),
            field("ts", "timestamp[us]"),
            field("secs", "timestamp[s]"),
            field("clock", "time[us]"),
            field("span", "interval"),
            field("took", "duration[ms]"),
            field("bytes", "binary"),
            field("tags", "list<string>"),
            new Field("city", new DataType.DictionaryType(DataType.STRING))));

    private static Field field(String name, String type) {
        return new Field(name, TypeNames.parse(type));
    }

    private static String typeOf(Expr expr) {
        return Typing.typeOf(expr, SCHEMA).toString();
    }

    private static void refused(Expr expr, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Binder.bind(expr, SCHEMA))
                .withMessage(message);
    }

    @Test
    void integersMeetAtATypeThatHoldsBoth() {
        assertThat(typeOf(col("i8").plus(col("i32")))).isEqualTo("int32");
        assertThat(typeOf(col("u8").plus(col("i8")))).isEqualTo("int16");
        assertThat(typeOf(col("u32").plus(col("i32")))).isEqualTo("int64");
        assertThat(typeOf(col("u8").plus(col("i64")))).isEqualTo("int64");
        assertThat(typeOf(when(col("b")).then(col("u64")).otherwise(col("i64"))))
                .isEqualTo("decimal(20, 0)");
    }

    @Test
    void floatsWinOverExactNumbers() {
        assertThat(typeOf(col("f32").plus(col("i64")))).isEqualTo("float32");
        assertThat(typeOf(col("f32").plus(col("d4")))).isEqualTo("float32");
        assertThat(typeOf(col("f32").plus(col("f64")))).isEqualTo("float64");
        assertThat(typeOf(col("f32").plus("5"))).isEqualTo("float32");
    }

    @Test
    void decimalsGrow() {
        assertThat(typeOf(lit(1).minus(col("d15")))).isEqualTo("decimal(16, 2)");
        assertThat(typeOf(col("i64").minus(col("d15")))).isEqualTo("decimal(22, 2)");
        assertThat(typeOf(col("d18").plus(col("d18")))).isEqualTo("decimal(19, 2)");
        assertThat(typeOf(col("d4").plus(col("d30")))).isEqualTo("decimal(31, 20)");
        assertThat(typeOf(col("d4").mod(lit(2)))).isEqualTo("decimal(12, 2)");
        assertThat(typeOf(col("d4").plus(new BigDecimal("1.5")))).isEqualTo("decimal(5, 2)");
    }

    @Test
    void productsOfDecimalsStayIn64BitsIfTheyCan() {
        assertThat(typeOf(col("d15").times(col("d15")))).isEqualTo("decimal(18, 4)");
        assertThat(typeOf(col("d15").times(col("d15")).times(col("d15")))).isEqualTo("decimal(18, 6)");
        assertThat(typeOf(col("d19").times(col("d4")))).isEqualTo("decimal(23, 4)");
        assertThat(typeOf(col("d4").times(col("i64")))).isEqualTo("decimal(23, 2)");
        assertThat(typeOf(col("d30").times(col("d4")))).isEqualTo("decimal(34, 22)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> typeOf(col("d30").times(col("d30"))))
                .withMessageContaining("needs 40 digits after the point");
    }

    @Test
    void divisionIsFloating() {
        assertThat(typeOf(col("i32").dividedBy(2))).isEqualTo("float64");
        assertThat(typeOf(col("d4").dividedBy(col("d4")))).isEqualTo("float64");
        assertThat(typeOf(col("f32").dividedBy(2))).isEqualTo("float32");
        assertThat(typeOf(call(Function.INT_DIVIDE, col("i32"), 2))).isEqualTo("int32");
        assertThat(typeOf(call(Function.INT_DIVIDE, col("d4"), 2))).isEqualTo("float64");
    }

    @Test
    void functionsHaveTheTypesOfDuckDb() {
        assertThat(typeOf(call(Function.SIGN, col("f64")))).isEqualTo("int8");
        assertThat(typeOf(call(Function.FLOOR, col("i32")))).isEqualTo("float64");
        assertThat(typeOf(call(Function.FLOOR, col("d15")))).isEqualTo("decimal(15, 0)");
        assertThat(typeOf(call(Function.ROUND, col("d15"), 1))).isEqualTo("decimal(15, 1)");
        assertThat(typeOf(call(Function.SQRT, col("f32")))).isEqualTo("float64");
        assertThat(typeOf(call(Function.LENGTH, col("name")))).isEqualTo("int64");
        assertThat(typeOf(call(Function.YEAR, col("day")))).isEqualTo("int64");
        assertThat(typeOf(call(Function.EPOCH, col("ts")))).isEqualTo("float64");
        assertThat(typeOf(call(Function.DATE_TRUNC, "month", col("day")))).isEqualTo("timestamp[us]");
        assertThat(typeOf(call(Function.DATE_TRUNC, "month", col("secs")))).isEqualTo("timestamp[s]");
        assertThat(typeOf(col("day").plus(1))).isEqualTo("date");
        assertThat(typeOf(col("day").plus(new Interval(1, 0, 0)))).isEqualTo("timestamp[us]");
        assertThat(typeOf(col("secs").plus(col("took")))).isEqualTo("timestamp[ms]");
        assertThat(typeOf(col("ts").minus(col("secs")))).isEqualTo("duration[us]");
        assertThat(typeOf(col("took").plus(col("span")))).isEqualTo("interval");
    }

    @Test
    void dictionariesCountAsTheirValues() {
        assertThat(typeOf(col("city"))).isEqualTo("dictionary<string>");
        assertThat(typeOf(call(Function.UPPER, col("city")))).isEqualTo("string");
        assertThat(Binder.bind(col("city"), SCHEMA).type()).isEqualTo(DataType.STRING);
    }

    @Test
    void nullTakesTheTypeThatIsAskedFor() {
        assertThat(typeOf(col("i8").plus(null))).isEqualTo("int8");
        assertThat(typeOf(when(col("b")).then(null).otherwise(col("day")))).isEqualTo("date");
        assertThat(typeOf(lit(null))).isEqualTo("null");
        assertThat(typeOf(lit(null).eq(null))).isEqualTo("bool");
    }

    @Test
    void constantsAreComputedOnce() {
        assertThat(Binder.bind(lit(1).plus(2), SCHEMA)).isEqualTo(new BoundExpr.Constant(3, DataType.INT32));
        assertThat(Binder.bind(col("day").gt("2024-01-31"), SCHEMA).children().getLast())
                .isEqualTo(new BoundExpr.Constant(java.time.LocalDate.of(2024, 1, 31), DataType.DATE));
        assertThat(Binder.bind(lit("x").cast(DataType.INT32), SCHEMA)).isInstanceOf(BoundExpr.Cast.class);
    }

    @Test
    void unknownColumnsNameTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Binder.bind(col("nmae"), SCHEMA))
                .withMessageContaining("column \"nmae\" not found")
                .withMessageEndingWith("Did you mean \"name\"?");
    }

    @Test
    void mismatchesNameBothTypesAndWhatToDo() {
        refused(col("name").plus(col("i32")), "cannot add string \"name\" and int32 \"i32\"; cast one of them");
        refused(col("b").times(2), "cannot multiply bool \"b\" and int32 2; cast one of them");
        refused(
                col("name").gt(col("day")),
                "cannot mix string \"name\" and date \"day\" in (name > day); cast one of them");
        refused(col("b").eq(1), "cannot mix bool \"b\" and int32 1 in (b = 1); cast one of them");
        refused(col("ts").plus(1), "cannot add timestamp[us] \"ts\" and int32 1; cast one of them");
        refused(
                when(col("b")).then(col("name")).otherwise(col("i32")),
                "cannot mix string \"name\" and int32 \"i32\" in case when b then name else i32 end; cast one of them");
    }

    @Test
    void textThatIsNoValueIsABadRequest() {
        refused(col("day").gt("soon"), "cannot read 'soon' as date");
        refused(col("i32").in("5", "x"), "cannot read 'x' as int32");
    }

    @Test
    void argumentsOfAWrongTypeAreNamed() {
        refused(call(Function.UPPER, col("i32")), "upper takes a string, not int32 \"i32\"; cast it");
        refused(call(Function.YEAR, col("clock")), "year takes a date or timestamp, not time[us] \"clock\"; cast it");
        refused(call(Function.LEFT, col("name"), 1.5), "left takes a whole number, not float64 1.5; cast it");
        refused(call(Function.ABS, col("name")), "abs takes a number, not string \"name\"; cast it");
        refused(
                call(Function.ROUND, col("d15"), col("i32")),
                "round takes a constant number of decimals for a decimal, not int32 \"i32\"; cast it");
        refused(call(Function.LEFT, col("name")), "left takes 2 arguments, not 1: left(name)");
        refused(call(Function.COALESCE), "coalesce takes at least 1 argument, not 0: coalesce()");
    }

    @Test
    void conditionsAreBools() {
        refused(col("i32").and(col("b")), "a condition is a bool, not int32 \"i32\"; compare it with something");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowFilter.compile(col("name"), SCHEMA))
                .withMessageContaining("not string \"name\"");
    }

    @Test
    void nestedValuesAreComparedAndCastElementByElement() {
        assertThat(typeOf(col("tags").isNull())).isEqualTo("bool");
        assertThat(typeOf(col("tags").eq(col("tags")))).isEqualTo("bool");
        assertThat(typeOf(col("tags").cast(new DataType.ListType(DataType.INT32))))
                .isEqualTo("list<int32>");
        refused(
                col("tags").cast(DataType.STRING),
                "there is no conversion from list<string> to string: cast(tags as string)");
    }

    @Test
    void aggregationsStandOnlyWhereGroupsAreFormed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Binder.bind(sum("i32").plus(1), SCHEMA))
                .withMessageStartingWith("the aggregation sum(i32) may stand only where groups are formed");
        assertThat(typeOf(sum("i32"))).isEqualTo("int64");
        assertThat(typeOf(sum("d15").as("total"))).isEqualTo("decimal(38, 2)");
    }
}
