package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.TypeNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// docs/reference/aggregations.md and its pages against the registry and the code: kinds, types taken, result types,
/// state columns, and what states grow with. `-Dsheaf.docs.update=true` writes the tables of types anew.
@ExtendWith(PoolCheck.class)
class AggregationsPageTest {
    private static final Path INDEX = Path.of("../docs/reference/aggregations.md");
    private static final Path PAGES = Path.of("../docs/reference/aggregations");
    private static final CpuSettings SETTINGS = CpuSettings.of(new Settings(Map.of()));
    private static final String HEAD = "| arguments | result | state columns |";

    /// One of each class of types that the engine tells apart.
    private static final List<DataType> TYPES = Stream.of(
                    "bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, date, time[us]"
                            .split(", "),
                    new String[] {"decimal(9, 2)", "decimal(18, 2)", "decimal(38, 2)", "timestamp[us]", "duration[us]"},
                    new String[] {"interval", "string", "binary", "list<int32>", "struct<a: int32>"})
            .flatMap(Arrays::stream)
            .map(TypeNames::parse)
            .toList();

    /// States as values, which no other kind tells apart.
    private static final List<DataType> PACKED = Stream.of(
                    "list<struct<value: int32, count: int64>>",
                    "struct<count: int64, mean: float64, m2: float64>",
                    "struct<means: list<float64>, weights: list<int64>, min: float64, max: float64>")
            .map(TypeNames::parse)
            .toList();

    /// Names of types that as a rule go together.
    private static final Map<String, String> NAMES = names();

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("int8, int16, int32, int64, uint8, uint16, uint32, uint64", "integers");
        names.put("float32, float64", "floats");
        names.put("decimal(9, 2), decimal(18, 2), decimal(38, 2)", "decimals");
        String word = "bool, integers, floats, date, time[us], ";
        String moments = "timestamp[us], duration[us]";
        names.put(word + "decimals, " + moments + ", interval, string, binary", "key types");
        names.put(word + "decimal(9, 2), decimal(18, 2), " + moments, "types of a word");
        names.put("int8, int16, int32, int64, uint8, uint16, uint32", "integers but uint64");
        names.put("integers, floats, decimals", "numbers");
        return names;
    }

    /// The types that stand for the other argument of two.
    private static final List<DataType> OTHERS = List.of(TypeNames.parse("time[us]"), DataType.FLOAT64);

    /// The lines of all pages.
    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path page : pages()) {
            lines.addAll(Files.readAllLines(page));
        }
        return lines;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            return pages.sorted().toList();
        }
    }

    /// The lines of each section by the kinds in its heading.
    private static Map<List<AggregationKind>, List<String>> sections(List<String> lines) {
        Map<List<AggregationKind>, List<String>> sections = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("## ")) {
                current = new ArrayList<>();
                if (isOfKinds(line)) {
                    List<AggregationKind> kinds = Arrays.stream(
                                    line.substring(3).split(", "))
                            .map(AggregationKind::valueOf)
                            .toList();
                    sections.put(kinds, current);
                }
            }
            current.add(line);
        }
        return sections;
    }

    /// Kinds are in capitals.
    private static boolean isOfKinds(String heading) {
        return heading.equals(heading.toUpperCase(Locale.ROOT));
    }

    @Test
    void everyKindHasItsSection() throws IOException {
        List<AggregationKind> described =
                sections(lines()).keySet().stream().flatMap(List::stream).toList();
        assertThat(described).containsExactlyInAnyOrder(AggregationKind.values());
    }

    /// That the links lead somewhere, the tests of all documents hold.
    @Test
    void theIndexLeadsToEveryKind() throws IOException {
        String index = Files.readString(INDEX);
        for (AggregationKind kind : AggregationKind.values()) {
            assertThat(index).contains("[" + kind.name() + "](aggregations/");
        }
    }

    @Test
    void everySectionSaysHowItIsAskedForMergedAndKept() throws IOException {
        List<String> rows = List.of("asked as", "mergeable", "memory a group");
        sections(lines())
                .forEach((kinds, lines) -> assertThat(rows)
                        .as(kinds.toString())
                        .allSatisfy(row -> assertThat(lines).anyMatch(line -> line.startsWith("| " + row + " |"))));
    }

    /// What the head of the page says of all, no section says again.
    @Test
    void sectionsSayWhatIsOtherwise() throws IOException {
        assertThat(lines())
                .doesNotContain(
                        "| nulls | nulls are skipped |",
                        "| group without a value | null |",
                        "| overflow | cannot |",
                        "| depends on | nothing |",
                        "| state | bounded |");
    }

    @Test
    void statesGrowAsStated() throws IOException {
        sections(lines())
                .forEach((kinds, lines) -> kinds.forEach(kind -> {
                    List<String> stated = lines.stream()
                            .filter(line -> line.startsWith("| state | "))
                            .toList();
                    assertThat(stated.isEmpty() ? List.of("| state | bounded") : stated)
                            .as(kind.name())
                            .allMatch(line -> line.startsWith("| state | " + growth(kind)));
                }));
    }

    private static String growth(AggregationKind kind) {
        return switch (kind.state()) {
            case BOUNDED -> "bounded";
            case DISTINCT -> "grows with the distinct values";
            case ROWS -> "grows with the rows";
        };
    }

    @Test
    void typesAndStateColumnsAreThoseOfTheCode(MemoryPool pool) throws IOException {
        if (Boolean.getBoolean("sheaf.docs.update")) {
            update(pool);
        }
        sections(lines())
                .forEach((kinds, lines) -> kinds.forEach(
                        kind -> assertThat(tableOf(lines)).as(kind.name()).isEqualTo(table(kind, pool))));
    }

    @Test
    void pairsOfTypesAreTakenIfEachIs() {
        for (AggregationKind kind : AggregationKind.values()) {
            if (kind.arity() == 2) {
                for (DataType x : TYPES) {
                    for (DataType y : TYPES) {
                        boolean each = OTHERS.stream().anyMatch(other -> kind.supports(List.of(x, other)))
                                && OTHERS.stream().anyMatch(other -> kind.supports(List.of(other, y)));
                        assertThat(kind.supports(List.of(x, y)))
                                .as(kind + " of " + x + " and " + y)
                                .isEqualTo(each);
                    }
                }
            }
        }
    }

    @Test
    void statesOfReproducibleSumsAreThoseOfTheCode(MemoryPool pool) throws IOException {
        for (AggregationKind kind : AggregationKind.values()) {
            List<DataType> floats = java.util.Collections.nCopies(kind.arity(), DataType.FLOAT64);
            if (!kind.supports(floats)) {
                continue;
            }
            String fast = states(kind, floats, Sums.FAST, pool);
            String reproducible = states(kind, floats, Sums.REPRODUCIBLE, pool);
            String row = "| " + kind.name() + " | " + reproducible + " |";
            assertThat(lines().contains(row)).as(row).isEqualTo(!fast.equals(reproducible));
        }
    }

    private static void update(MemoryPool pool) throws IOException {
        for (Path page : pages()) {
            Files.write(page, updated(Files.readAllLines(page), pool));
        }
    }

    private static List<String> updated(List<String> lines, MemoryPool pool) {
        List<String> page = new ArrayList<>();
        AggregationKind kind = AggregationKind.COUNT_ALL;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("## ") && isOfKinds(lines.get(i))) {
                kind = AggregationKind.valueOf(lines.get(i).substring(3).split(", ")[0]);
            }
            if (lines.get(i).equals(HEAD)) {
                page.addAll(table(kind, pool));
                i += tableOf(lines.subList(i, lines.size())).size() - 1;
            } else {
                page.add(lines.get(i));
            }
        }
        return page;
    }

    private static List<String> tableOf(List<String> section) {
        int start = section.indexOf(HEAD);
        assertThat(start).as(section.getFirst() + ": no line " + HEAD).isNotNegative();
        return section.subList(start, section.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    private static List<String> table(AggregationKind kind, MemoryPool pool) {
        List<String> table = new ArrayList<>(List.of(HEAD, "|---|---|---|"));
        switch (kind.arity()) {
            case 0 -> table.add("| none | " + resultAndStates(kind, List.of(), pool) + " |");
            case 1 -> table.addAll(rows("", kind, List::of, pool));
            default -> {
                DataType other = OTHERS.stream()
                        .filter(type -> kind.supports(List.of(type, type)))
                        .findFirst()
                        .orElseThrow();
                table.addAll(rows("x: ", kind, type -> List.of(type, other), pool));
                table.addAll(rows("y: ", kind, type -> List.of(other, type), pool));
            }
        }
        return table;
    }

    /// Types of which the rest of the row is the same share one; `T` stands for each where it differs only by
    /// it, and `U` for the other argument.
    private static List<String> rows(
            String label,
            AggregationKind kind,
            java.util.function.Function<DataType, List<DataType>> arguments,
            MemoryPool pool) {
        Map<String, List<DataType>> rows = new LinkedHashMap<>();
        boolean merges = kind.examples().getFirst() instanceof Aggregation.Merge;
        List<DataType> taken = (merges ? PACKED : TYPES)
                .stream().filter(type -> kind.supports(arguments.apply(type))).toList();
        for (DataType type : taken) {
            String text = resultAndStates(kind, arguments.apply(type), pool);
            String known = rows.keySet().stream()
                    .filter(row -> instance(row, type, arguments).equals(text))
                    .findFirst()
                    .orElseGet(
                            () -> isShared(text, taken, arguments, kind, pool) ? text : generic(text, type, arguments));
            rows.computeIfAbsent(known, _ -> new ArrayList<>()).add(type);
        }
        return rows.entrySet().stream()
                .map(row -> "| " + label + join(row.getValue()) + " | "
                        + (row.getValue().size() > 1
                                ? row.getKey()
                                : instance(row.getKey(), row.getValue().getFirst(), arguments))
                        + " |")
                .toList();
    }

    private static boolean isShared(
            String text,
            List<DataType> taken,
            java.util.function.Function<DataType, List<DataType>> arguments,
            AggregationKind kind,
            MemoryPool pool) {
        return taken.stream()
                        .filter(type -> resultAndStates(kind, arguments.apply(type), pool)
                                .equals(text))
                        .count()
                > 1;
    }

    private static String generic(
            String text, DataType type, java.util.function.Function<DataType, List<DataType>> arguments) {
        return text.replace(type.toString(), "T").replace(other(type, arguments).toString(), "U");
    }

    private static String instance(
            String row, DataType type, java.util.function.Function<DataType, List<DataType>> arguments) {
        return row.replaceAll("\\bT\\b", type.toString())
                .replaceAll("\\bU\\b", other(type, arguments).toString());
    }

    private static DataType other(DataType type, java.util.function.Function<DataType, List<DataType>> arguments) {
        List<DataType> all = arguments.apply(type);
        return all.getFirst().equals(type) ? all.getLast() : all.getFirst();
    }

    private static String join(List<DataType> types) {
        if (types.equals(TYPES)) {
            return "any type";
        }
        String text = types.stream().map(DataType::toString).collect(Collectors.joining(", "));
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        return text;
    }

    private static String resultAndStates(AggregationKind kind, List<DataType> arguments, MemoryPool pool) {
        return "`" + AggregationTypes.resultType(kind.examples().getFirst(), arguments) + "` | "
                + states(kind, arguments, Sums.FAST, pool);
    }

    private static String states(AggregationKind kind, List<DataType> arguments, Sums sums, MemoryPool pool) {
        return fields(kind.examples().getFirst(), arguments, sums, pool).stream()
                .map(field -> "`" + field.name() + ": " + field.type() + "`")
                .collect(Collectors.joining(", "));
    }

    /// The state columns of an aggregation, as the plan has them.
    private static List<StateField> fields(Aggregation kind, List<DataType> arguments, Sums sums, MemoryPool pool) {
        List<Field> input = IntStream.range(0, arguments.size())
                .mapToObj(i -> new Field("a" + i, arguments.get(i)))
                .toList();
        List<Expr> columns =
                input.stream().map(field -> Expressions.col(field.name())).toList();
        Expr aggregate = new Expr.Aggregate(kind, columns, Optional.empty(), false).as("result");
        GroupByRequest request = new GroupByRequest(
                new Schema(input), Optional.empty(), List.of(), List.of(aggregate), GroupByOptions.DEFAULT.with(sums));
        return PlanBuilder.plan(request).reductions().stream()
                .flatMap(spec -> {
                    try (Reduction reduction = spec.factory().create(SETTINGS, pool)) {
                        return reduction.stateFields().stream();
                    }
                })
                .toList();
    }
}
