package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The registry against the aggregations that there are.
class AggregationKindTest {

    @Test
    void everyAggregationIsAnExampleOfAKind() {
        Set<Class<?>> known = Arrays.stream(AggregationKind.values())
                .flatMap(kind -> kind.examples().stream())
                .map(Object::getClass)
                .collect(Collectors.toSet());
        assertThat(known).containsExactlyInAnyOrder(Aggregation.class.getPermittedSubclasses());
    }

    @Test
    void examplesAreOfTheirKind() {
        for (AggregationKind kind : AggregationKind.values()) {
            assertThat(kind.examples()).isNotEmpty().allSatisfy(example -> {
                assertThat(AggregationKind.of(example)).isEqualTo(kind);
                assertThat(example.arity()).isEqualTo(kind.arity());
            });
        }
    }

    @Test
    void supportSaysWhatTypingSays() {
        assertThat(AggregationKind.SUM.supports(List.of(DataType.FLOAT32))).isTrue();
        assertThat(AggregationKind.SUM.supports(List.of(DataType.STRING))).isFalse();
        assertThat(AggregationKind.SUM.supports(List.of())).isFalse();
        assertThat(AggregationKind.COUNT_ALL.supports(List.of())).isTrue();
        assertThat(AggregationKind.CORRELATION.supports(List.of(DataType.INT8, DataType.FLOAT64)))
                .isTrue();
    }
}
