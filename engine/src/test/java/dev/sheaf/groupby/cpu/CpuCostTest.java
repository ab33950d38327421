package dev.sheaf.groupby.cpu;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.query.SourceStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuCostTest {
    private static final CpuCost COST = new CpuCost(4, 7, 2, 30, true);
    private static final long ROWS = 1_000_000_000;

    @TempDir
    private Path folder;

    private static double nanos(String key, Expr... aggregates) {
        Schema schema = Schema.of(
                new Field("k", DataType.INT32), new Field("t", DataType.STRING), new Field("v", DataType.FLOAT64));
        return COST.seconds(GroupByRequest.of(schema, List.of(key), aggregates), SourceStats.ofRows(ROWS), 1);
    }

    private static SourceStats.KeySample seen(long groups) {
        return (_, _) -> Optional.of(new SourceStats.Look(1, OptionalLong.of(groups)));
    }

    @Test
    void anEstimateAddsUpKeysAndAggregates() {
        assertThat(nanos("k", count().as("n"))).isEqualTo(4 + 1 + 2, offset(0.01));
        assertThat(nanos("t", count().as("n"), sum("v").as("s"))).isEqualTo(4 + 7 + 2 * 2, offset(0.01));
        assertThat(nanos("k", median("v").as("m"))).isEqualTo(4 + 1 + 30, offset(0.01));
    }

    @Test
    void manyGroupsTakeLonger() {
        GroupByRequest request = GroupByRequest.of(
                Schema.of(new Field("k", DataType.INT32), new Field("t", DataType.STRING)),
                List.of("k"),
                new Expr[] {count().as("n")});
        SourceStats stats = SourceStats.ofRows(ROWS);
        double few = COST.seconds(request, stats.with(seen(1_000)), 1);
        double many = COST.seconds(request, stats.with(seen(100_000)), 1);
        double all = COST.seconds(request, stats.with(seen(ROWS)), 1);

        assertThat(few).isCloseTo(COST.seconds(request, stats, 1), offset(0.01));
        assertThat(many).isBetween(few * 1.5, all / 1.2);
    }

    @Test
    void rowsThatDoNotPassCostTheConditionAlone() {
        GroupByRequest request = new GroupByRequest(
                Schema.of(new Field("k", DataType.INT32)),
                Optional.of(col("k").lt(7)),
                List.of(col("k")),
                List.of(count().as("n")),
                GroupByOptions.DEFAULT);
        SourceStats stats = SourceStats.ofRows(ROWS);
        SourceStats.Look none = new SourceStats.Look(0, OptionalLong.of(0));

        assertThat(COST.seconds(request, stats.with((_, _) -> Optional.of(none)), 1))
                .isEqualTo(4 + 1, offset(0.01));
        assertThat(COST.seconds(request, stats.with(seen(10)), 1)).isEqualTo(4 + 1 + 1 + 2, offset(0.01));
        assertThat(COST.seconds(request, stats, 1)).isEqualTo(4 + 1 + (1 + 2) / 3.0, offset(0.01));
    }

    @Test
    void fewRowsKeepFewThreadsBusy() {
        GroupByRequest request = GroupByRequest.of(
                Schema.of(new Field("k", DataType.INT32)), List.of("k"), new Expr[] {count().as("n")});
        SourceStats oneMorsel = SourceStats.ofRows(60_000);

        assertThat(COST.seconds(request, oneMorsel, 16)).isEqualTo(COST.seconds(request, oneMorsel, 1));
    }

    @Test
    void whatWasMeasuredIsKept() throws IOException {
        Path file = CpuCost.file(Files.createDirectory(folder.resolve("entered by others")));
        assertThat(CpuCost.read(file)).isEmpty();
        COST.write(file);
        CpuCost.FITTED.write(file);
        COST.write(file);

        assertThat(CpuCost.read(file)).contains(COST);
        Files.writeString(file, Files.readString(file).replace("7.0", "-7"));
        assertThat(CpuCost.read(file)).isEmpty();
    }

    @Test
    void nothingIsLeftOfWhatCannotBeKept() throws IOException {
        Path file = CpuCost.file(folder.resolve("cache"));
        COST.write(file);
        Files.delete(file);
        Files.createDirectories(file.resolve("a folder in its place"));

        assertThatThrownBy(() -> COST.write(file)).isInstanceOf(UncheckedIOException.class);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void everyRateOfThisHostIsPositive() {
        CpuCost measured = CpuCalibration.measure();

        assertThat(List.of(measured.row(), measured.textKey(), measured.state(), measured.members()))
                .allSatisfy(rate -> assertThat(rate).isPositive());
        assertThat(measured.describe()).startsWith("measured on this host: ");
    }
}
