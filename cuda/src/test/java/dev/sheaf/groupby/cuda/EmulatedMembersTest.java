package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.quantile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// [MembersOnGpuTest] with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedMembersTest {
    private static final int REQUESTS = Integer.getInteger("sheaf.members.requests", Members.requests());

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"", "members"})
    void membersComeToWhatTheyDoOnTheCpu(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        for (int request = 0; request < REQUESTS; request++) {
            int number = request;
            RandomCases.run(1, random -> Members.compare(number, 3, comparison, random));
        }
        assertThat(comparison.ways().keySet())
                .allMatch(way -> way.contains("partitions"), comparison.ways().toString());
        assertThat(comparison.onGpu()).isGreaterThan(comparison.cases() / 2);
    }

    /// From the order word of -4.5 on, the last of the parts that the words are cut into ends behind the last word of
    /// all.
    @Test
    void quantilesReachInfinityAndNaN() {
        Schema schema = Schema.of(new Field("k", DataType.INT32, false), new Field("d", DataType.FLOAT64, false));
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (double value : new double[] {-4.5, 1, -0.0, 2, Double.POSITIVE_INFINITY, Double.NaN, Double.NaN}) {
            keys.add(1);
            values.add(value);
            keys.add(2);
            values.add(Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value);
        }
        Sample sample = new Sample(schema, List.of(keys, values), List.of(false, false), 0);
        List<Expr> quantiles = Stream.of(0.0, 0.2, 0.5, 0.7, 0.85, 1.0)
                .map(share -> quantile("d", share).as("q" + share))
                .toList();
        GroupByRequest request = new GroupByRequest(
                schema, Optional.empty(), List.of(col("k").as("k")), quantiles, GroupByOptions.DEFAULT);
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of());
        comparison.compare(request, GroupFinish.NONE, false, sample);
        assertThat(comparison.onGpu()).isOne();
    }
}
