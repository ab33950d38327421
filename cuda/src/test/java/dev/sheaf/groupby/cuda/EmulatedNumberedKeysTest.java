package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of any length, dictionaries and bools as keys of the fast strategies, with kernels run on the CPU:
/// `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedNumberedKeysTest {
    /// The keys of [Shapes] that have texts or bools: bool, text, binary, int64 and text, two texts,
    /// float64 and bool and int8.
    private static final int[] KEYS = {1, 14, 16, 18, 19, 20};

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    @ParameterizedTest
    @ValueSource(strings = {"", "partition", "single"})
    void keysGiveWhatTheCpuGives(String strategy) {
        ShapeComparison comparison = new ShapeComparison(device.backend(), Map.of("cuda.strategy", strategy));
        for (int key : KEYS) {
            int shape = key * Shapes.aggregates();
            RandomCases.run(8, random -> comparison.compare(shape, random));
        }

        Map<String, Integer> ways = comparison.ways();
        int general = ways.getOrDefault("general strategy", 0);
        assertThat(general).as("%s", ways).isLessThan(comparison.onGpu() / 2);
    }

    @Test
    void floatsOfGroupsDoNotDependOnTheRowTheyAreTakenFrom(MemoryPool pool) {
        assertZeroAndNan(pool, "", "general strategy", nunique("l").as("u"));
        assertZeroAndNan(pool, "", "keys as numbers", count().as("n"), sum("l").as("s"));
        assertZeroAndNan(pool, "partition", "keys as numbers", count().as("n"), sum("l").as("s"));
    }

    /// The first row of each group has another form of its key than groups show.
    private void assertZeroAndNan(MemoryPool pool, String strategy, String how, Expr... aggregates) {
        Settings settings = new Settings(Map.of("cuda.strategy", strategy));
        QueryContext context =
                QueryContext.builder().pool(pool).settings(settings).build();
        Gpu gpu = new Gpu(device.open());
        double nan = Double.longBitsToDouble(0xfff8000000000001L);
        float small = Float.intBitsToFloat(0xffc00001);
        String zeros = "a text of more than twelve bytes";
        try (Table host = Table.of(
                        "d", new Double[] {-0.0, nan, 0.0, Double.NaN, null},
                        "f", new Float[] {-0.0f, small, 0.0f, Float.NaN, -0.0f},
                        "t", new String[] {zeros, "nan", zeros, "nan", "null"},
                        "l", new long[] {1, 2, 3, 4, 5});
                GpuTable table = gpu.load(host);
                Table found = table.groupBy("d", "f", "t").order(Order.SORTED).download(context, aggregates)) {
            assertThat(context.decisions().getLast().choice()).contains(how);
            assertThat(found.values("t")).containsExactlyInAnyOrder(zeros, "nan", "null");
            for (int row = 0; row < 3; row++) {
                String group = (String) found.values("t").get(row);
                Object wide = found.values("d").get(row);
                long wideBits = wide == null ? -1 : Double.doubleToRawLongBits((Double) wide);
                int bits = Float.floatToRawIntBits((Float) found.values("f").get(row));
                assertThat(wideBits)
                        .as(group)
                        .isEqualTo(group.equals("null") ? -1 : group.equals("nan") ? 0x7ff8000000000000L : 0);
                assertThat(bits).as(group).isEqualTo(group.equals("nan") ? 0x7fc00000 : 0);
            }
        }
    }
}
