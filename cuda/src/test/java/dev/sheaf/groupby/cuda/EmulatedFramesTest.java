package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Frames on a device, with kernels run on the CPU.
@ExtendWith(PoolCheck.class)
class EmulatedFramesTest {
    private EmulatedDevice device;
    private Gpu gpu;

    @BeforeEach
    void open() {
        device = EmulatedDevice.assumed();
        gpu = device.gpu();
    }

    @Test
    void chainsOfOperationsGiveTheRowsOfTheHost(MemoryPool pool) {
        DeviceFrames frames = new DeviceFrames(gpu, pool);
        RandomCases.run(100, 8, random -> frames.program(random, 700));
    }

    @Test
    void explainSaysWhatComesToTheHost() {
        try (DeviceFrame frame = frame()) {
            String plan =
                    frame.explain(rows -> rows.filter(col("v").gt(1)).sort("v").limit(2));

            assertThat(plan.lines())
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("limit 2: on the host, because its rows are there"),
                            line -> assertThat(line)
                                    .contains("sort by")
                                    .endsWith(": on the host, because no device runs it"),
                            line -> assertThat(line).contains("filter").endsWith(": on GPU 0"),
                            line -> assertThat(line)
                                    .contains("read table of 4 rows on GPU 0")
                                    .endsWith(": on GPU 0"));
            assertThat(frame.explain(rows -> rows.select(Expressions.call(dev.sheaf.expr.Function.UPPER, col("t"))
                            .as("u"))))
                    .startsWith("select ")
                    .contains("on the host, because values of type string are computed on the CPU");
        }
    }

    @Test
    void aConditionBelowGroupsRunsWithThem() {
        try (DeviceFrame frame = frame()) {
            UnaryOperator<LazyFrame> query =
                    rows -> rows.filter(col("v").gt(1)).groupBy("v").agg(sum("v").as("s"));

            assertThat(frame.explain(query).lines())
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("group by v").endsWith(": on GPU 0"),
                            line -> assertThat(line).contains("filter").endsWith(": on GPU 0, with the groups"),
                            line -> assertThat(line).contains("read table").endsWith(": on GPU 0"));
            long before = launches("gather_rows") + launches("gather_column");
            try (DeviceFrame groups = frame.query(query);
                    DataFrame back = groups.toHost();
                    DataFrame sorted = back.sortValues("s")) {
                assertThat(sorted.get("s").toList()).containsExactly(2L, 3L);
            }
            assertThat(launches("gather_rows") + launches("gather_column")).isEqualTo(before);
        }
    }

    @Test
    void whatComesToTheHostGivesTheSameRows() {
        try (DeviceFrame frame = frame();
                DeviceFrame sorted = frame.query(
                        rows -> rows.sort("v").select(col("v").plus(1).as("w")));
                DataFrame back = sorted.toHost()) {
            assertThat(back.get("w").toList()).containsExactly(2, 3, 4, null);
        }
    }

    @Test
    void sumsThatDoNotFitAreReportedByTheHost() {
        try (DataFrame host = DataFrame.of("v", new long[] {Long.MAX_VALUE, 1});
                DeviceFrame frame = host.toDevice(gpu)) {
            Expr tooLarge = col("v").plus(1).as("w");

            assertThatThrownBy(frame::cumSum).isInstanceOf(ArithmeticException.class);
            assertThatThrownBy(() -> frame.assign(tooLarge)).isInstanceOf(ArithmeticException.class);
            assertThat(frame.filter(col("v").eq(1)).cumSum().toHost().get("v").toList())
                    .containsExactly(1L);
        }
    }

    @Test
    void rowsThatAreNotThereAndFramesWithoutAnIndexAreRefused() {
        try (DeviceFrame frame = frame()) {
            assertThatThrownBy(() -> frame.take(4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> frame.take(-5)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> frame.plus(frame))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no index");
            assertThatThrownBy(() -> DeviceFrame.concat(frame, frame.select("v")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> frame.slice(-1, 2)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> frame.head(-1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> frame.select("nothing")).isInstanceOf(IllegalArgumentException.class);
            assertThat(frame.take(-1, 0).toHost().get("t").toList()).containsExactly("d", "a");
        }
    }

    @Test
    void aQueryKeepsItsRows() {
        var lazy = frame().lazy().select(sum("v").as("v"));
        System.gc();

        try (DataFrame total = DataFrame.collect(lazy)) {
            assertThat(total.get("v").toList()).containsExactly(6L);
        }
    }

    private long launches(String kernel) {
        return device.fake().launches().stream()
                .filter(launch -> launch.kernel().equals(kernel))
                .count();
    }

    private DeviceFrame frame() {
        return DataFrame.of("v", new Integer[] {3, 1, null, 2}, "t", new String[] {"a", "b", "c", "d"})
                .toDevice(gpu);
    }
}
