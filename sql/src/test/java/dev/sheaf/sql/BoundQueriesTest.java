package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.sql.rows.UnionRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The plans of some thousand queries, of the tests and generated, stay what they are: `bound-queries.txt` has
/// the tables, the query in one line, and the lines of its plan. With `-Dsheaf.queries.update=true` the file is written
/// anew; what changed is then for the reviewer.
class BoundQueriesTest {
    private static final String RESOURCE = "bound-queries.txt";
    private static final int FEWEST = 800;

    /// A query over tables, each written `name: column:type; column:type`.
    private record Entry(List<String> tables, String query, String plan) {

        static Entry of(String block) {
            List<String> lines = block.lines().toList();
            List<String> tables = lines.stream()
                    .takeWhile(line -> line.startsWith("table "))
                    .map(line -> line.substring("table ".length()))
                    .toList();
            String plan = lines.stream().skip(tables.size() + 1L).collect(Collectors.joining("\n"));
            return new Entry(tables, lines.get(tables.size()), plan);
        }

        String bound() {
            SqlSession session = new SqlSession();
            for (String table : tables) {
                int colon = table.indexOf(": ");
                String name = table.substring(0, colon);
                session.register(
                        name, NamedSchema.of(name, table.substring(colon + 2).split("; ")));
            }
            return text(session.plan(query));
        }

        Entry renewed() {
            return new Entry(tables, query, bound());
        }

        @Override
        public String toString() {
            List<String> lines = new ArrayList<>();
            tables.forEach(table -> lines.add("table " + table));
            lines.add(query);
            lines.add(plan);
            return String.join("\n", lines);
        }
    }

    /// The plan and the plans inside its unions, with a query that is kept written in each place that reads it.
    private static String text(LogicalPlan plan) {
        LogicalPlan written = new PlanRewrite(BoundQueriesTest::copied).apply(plan);
        return PlanText.of(written) + unions(written);
    }

    private static LogicalPlan copied(LogicalPlan node) {
        return node instanceof LogicalPlan.Scan scan
                        && scan.dataset() instanceof QueryDataset kept
                        && !(kept instanceof UnionRows)
                ? kept.queries().getFirst()
                : node;
    }

    private static String unions(LogicalPlan plan) {
        String own = plan instanceof LogicalPlan.Scan scan && scan.dataset() instanceof UnionRows union
                ? union.queries().stream()
                        .map(query -> "\nbranch\n" + text(query))
                        .collect(Collectors.joining())
                : "";
        return own + plan.inputs().stream().map(BoundQueriesTest::unions).collect(Collectors.joining());
    }

    private static List<Entry> entries() {
        try (var in = BoundQueriesTest.class.getResourceAsStream("/" + RESOURCE)) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text.strip().lines().collect(Collectors.joining("\n")).transform(BoundQueriesTest::blocks);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Entry> blocks(String text) {
        return List.of(text.split("\n\n")).stream().map(Entry::of).toList();
    }

    @Test
    void queriesAreBoundToTheirPlans() throws IOException {
        List<Entry> entries = entries();
        assertThat(entries).hasSizeGreaterThan(FEWEST);
        if (Boolean.getBoolean("sheaf.queries.update")) {
            Files.writeString(
                    Path.of("src", "test", "resources", RESOURCE),
                    entries.stream().map(entry -> entry.renewed() + "\n").collect(Collectors.joining("\n")));
            return;
        }
        for (Entry entry : entries) {
            assertThat(entry.bound()).as(entry.query()).isEqualTo(entry.plan());
        }
    }
}
