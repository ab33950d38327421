package dev.sheaf.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sheaf.column.DataType;
import dev.sheaf.testing.TypeNames;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of result types.
class AggregationTypesTest {
    private static String result(Aggregation aggregation, String... arguments) {
        List<DataType> types = Arrays.stream(arguments).map(TypeNames::parse).toList();
        return AggregationTypes.resultType(aggregation, types).toString();
    }

    private static void refused(Aggregation aggregation, String type, String takes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result(aggregation, type))
                .withMessageContaining(type)
                .withMessageContaining(takes);
    }

    @Test
    void sumsAreWide() {
        Aggregation sum = new Aggregation.Sum();
        assertThat(result(sum, "int8")).isEqualTo("int64");
        assertThat(result(sum, "uint32")).isEqualTo("int64");
        assertThat(result(sum, "uint64")).isEqualTo("uint64");
        assertThat(result(sum, "float32")).isEqualTo("float64");
        assertThat(result(sum, "decimal(15, 2)")).isEqualTo("decimal(38, 2)");
        assertThat(result(sum, "duration[ms]")).isEqualTo("duration[ms]");
        refused(sum, "string", "integers, floats, decimals and durations");
        refused(sum, "bool", "integers, floats, decimals and durations");
    }

    @Test
    void productsRefuseDecimals() {
        assertThat(result(new Aggregation.Product(), "int16")).isEqualTo("int64");
        assertThat(result(new Aggregation.Product(), "float32")).isEqualTo("float64");
        refused(new Aggregation.Product(), "decimal(4, 2)", "cast the decimal to float64");
    }

    @Test
    void meansAndSpreadsAreFloating() {
        assertThat(result(new Aggregation.Mean(), "int32")).isEqualTo("float64");
        assertThat(result(new Aggregation.Mean(), "duration[s]")).isEqualTo("duration[s]");
        assertThat(result(new Aggregation.Variance(1), "decimal(4, 2)")).isEqualTo("float64");
        assertThat(result(new Aggregation.Median(), "uint8")).isEqualTo("float64");
        assertThat(result(new Aggregation.Quantile(0.5, Aggregation.Interpolation.LOWER), "int64"))
                .isEqualTo("float64");
        assertThat(result(new Aggregation.Covariance(1), "int8", "float32")).isEqualTo("float64");
        assertThat(result(new Aggregation.Correlation(), "int8", "decimal(4, 2)"))
                .isEqualTo("float64");
        refused(new Aggregation.Median(), "date", "integers, floats and decimals");
    }

    @Test
    void extremesAndEndsKeepTheType() {
        for (String type : new String[] {"bool", "int8", "string", "binary", "date", "time[us]", "decimal(30, 2)"}) {
            assertThat(result(new Aggregation.Min(), type)).isEqualTo(type);
            assertThat(result(new Aggregation.First(true), type)).isEqualTo(type);
        }
        assertThat(result(new Aggregation.Max(), "dictionary<string>")).isEqualTo("string");
        assertThat(result(new Aggregation.Last(false), "list<int8>")).isEqualTo("list<int8>");
        assertThat(result(new Aggregation.Max(), "list<int8>")).isEqualTo("list<int8>");
        assertThat(result(new Aggregation.Max(), "list<interval>")).isEqualTo("list<interval>");
        assertThat(result(new Aggregation.ArgMin(), "interval")).isEqualTo("int64");
        refused(new Aggregation.TopK(2, true), "list<int8>", "types with an order: all but lists and structs");
    }

    @Test
    void countsAndOrdinalsAreInt64() {
        assertThat(result(new Aggregation.CountAll())).isEqualTo("int64");
        assertThat(result(new Aggregation.CountValid(), "list<int8>")).isEqualTo("int64");
        assertThat(result(new Aggregation.NUnique(true), "interval")).isEqualTo("int64");
        assertThat(result(new Aggregation.ArgMax(), "string")).isEqualTo("int64");
    }

    @Test
    void listsHoldTheArgument() {
        assertThat(result(new Aggregation.TopK(3, true), "float32")).isEqualTo("list<float32>");
        assertThat(result(new Aggregation.CollectList(false), "dictionary<string>"))
                .isEqualTo("list<string>");
    }

    @Test
    void theNumberOfArgumentsHasToBeRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> result(new Aggregation.Correlation(), "int8"))
                .withMessage("corr takes 2 arguments, not 1");
    }
}
