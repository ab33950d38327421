package dev.sheaf.testing.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.NumberedGrouper;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// States that a table of groups has exported, while the table is cleared and used again: they stay as they were, and
/// the table is as a new one. For every reduction, and every grouper but the one whose groups stay.
@ExtendWith(PoolCheck.class)
class ExportedStatesTest {
    private static final int CASES = 6_000;
    private static final List<String> KEY_CLASSES = List.of("auto", "direct", "packed64", "packed128", "rows");
    private static final String LONG_TEXT = "a text of more than twelve bytes: ";

    private final Set<Class<?>> met = new HashSet<>();
    private int cases;

    @Test
    void exportsStayWhileTheirTableIsClearedAndUsedAgain(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
        if (cases >= CASES / 2) { // the few of a build may miss one
            assertThat(met).contains(Reduction.class.getPermittedSubclasses());
            met.add(NumberedGrouper.class);
            assertThat(met).contains(Grouper.class.getPermittedSubclasses());
        }
    }

    private void check(SplittableRandom random, MemoryPool pool) {
        cases++;
        ContractCells.Case drawn = ContractCells.draw(ContractCells.MANY, random);
        Sample rows = random.nextBoolean() ? drawn.rows() : withLongTexts(drawn.rows());
        GroupByPlan plan = PlanBuilder.plan(extended(drawn.request(), random));
        Settings settings = settings(random);
        QueryContext context =
                QueryContext.builder().pool(pool).threads(1).settings(settings).build();
        int[] leads = leads(plan, CpuSettings.of(settings), pool);
        try (GroupTable table = new GroupTable(plan, CpuSettings.of(settings), context);
                GroupTable fresh = new GroupTable(plan, CpuSettings.of(settings), context)) {
            met.add(table.grouper().getClass());
            int middle = random.nextInt(rows.rowCount() + 1);
            add(table, rows, 0, middle, pool);
            try (GroupStates first = table.export()) {
                List<List<@Nullable Object>> before = values(first, leads);
                table.clear();
                add(table, rows, middle, rows.rowCount(), pool);
                assertThat(values(first, leads)).isEqualTo(before);
                add(fresh, rows, middle, rows.rowCount(), pool);
                try (GroupStates again = table.export();
                        GroupStates expected = fresh.export()) {
                    assertThat(values(again, leads)).isEqualTo(values(expected, leads));
                }
            }
        }
    }

    private static Settings settings(SplittableRandom random) {
        return new Settings(Map.of(
                "cpu.chunk.rows",
                random.nextBoolean() ? "3" : "64",
                "cpu.table.initialSlots",
                "4",
                "cpu.grouper",
                KEY_CLASSES.get(random.nextInt(KEY_CLASSES.size()))));
    }

    /// With sums of any kind, and with APPROX_NUNIQUE, which is none of the cells, of each argument that it takes.
    private static GroupByRequest extended(GroupByRequest request, SplittableRandom random) {
        List<Expr> aggregates = new ArrayList<>(request.aggregates());
        request.input().fields().stream()
                .filter(field -> field.name().startsWith("v"))
                .filter(field -> AggregationKind.APPROX_NUNIQUE.supports(List.of(field.type())))
                .forEach(field ->
                        aggregates.add(Expressions.approxNunique(field.name()).as("about " + field.name())));
        GroupByOptions options = request.options().with(Sums.values()[random.nextInt(Sums.values().length)]);
        return new GroupByRequest(request.input(), request.filter(), request.keys(), aggregates, options);
    }

    /// Long texts are exported where they lie if all are long.
    private static Sample withLongTexts(Sample rows) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < rows.columns().size(); i++) {
            List<@Nullable Object> values = new ArrayList<>(rows.columns().get(i));
            if (rows.schema().field(i).type().equals(DataType.STRING)) {
                values.replaceAll(value -> value == null ? null : LONG_TEXT + value);
            }
            columns.add(values);
        }
        return new Sample(rows.schema(), columns, rows.dictionaries(), rows.rowsBefore());
    }

    /// Of each column of states the first one of its reduction, and of each key the key.
    private int[] leads(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        List<Integer> leads = new ArrayList<>();
        plan.keys().forEach(_ -> leads.add(leads.size()));
        for (ReductionSpec spec : plan.reductions()) {
            try (Reduction reduction = spec.factory().create(settings, pool)) {
                met.add(reduction.getClass());
                leads.addAll(Collections.nCopies(reduction.stateFields().size(), leads.size()));
            }
        }
        return leads.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void add(GroupTable table, Sample rows, int from, int to, MemoryPool pool) {
        try (Table all = rows.build(pool);
                Table some = all.slice(from, to - from);
                KeptResults results = new KeptResults()) {
            table.update(new Morsel(some, from, null, results));
        }
    }

    /// What a group without a row that counts has beside the null that says so is undefined.
    private static List<List<@Nullable Object>> values(GroupStates states, int[] leads) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (int i = 0; i < leads.length; i++) {
            Column column = states.table().column(i);
            Column lead = states.table().column(leads[i]);
            List<@Nullable Object> own = new ArrayList<>();
            for (long row = 0; row < column.length(); row++) {
                own.add(lead.isNull(row) ? null : Values.comparable(column.get(row)));
            }
            values.add(own);
        }
        return values;
    }
}
