package dev.sheaf.benchmarks.shapes.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.benchmarks.shapes.grammar.Shape.Form;
import dev.sheaf.benchmarks.shapes.table.ColumnClass;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class GrammarTest {
    private static final int DRAWS = 10_000;
    private static final List<Shape> SHAPES = ShapeDrawer.draw(1, DRAWS, WideTable.of(1, 1_000_000));
    private static final Map<String, Long> DRAWN = SHAPES.stream()
            .flatMap(shape -> shape.drawn().stream())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

    @Test
    void aSeedGivesTheSameShapesEachTimeHoweverManyAreAsked() {
        List<Shape> few = ShapeDrawer.draw(9, 20, WideTable.of(9, 5_000));

        assertThat(ShapeDrawer.draw(9, 60, WideTable.of(9, 5_000)).subList(0, 20))
                .isEqualTo(few);
        assertThat(ShapeDrawer.draw(10, 20, WideTable.of(10, 5_000))).isNotEqualTo(few);
    }

    @Test
    void moreRowsChangeNothingButConstants() {
        List<Shape> few = ShapeDrawer.draw(4, 200, WideTable.of(4, 20_000));
        List<Shape> many = ShapeDrawer.draw(4, 200, WideTable.of(4, 1_000_000));

        assertThat(many)
                .extracting(Shape::form)
                .isEqualTo(few.stream().map(Shape::form).toList());
        assertThat(many)
                .extracting(Shape::aggregates)
                .isEqualTo(few.stream().map(Shape::aggregates).toList());
    }

    @Test
    void oneShapeInFiveIsNoGroupBy() {
        assertShare("form " + Form.GROUP_BY, DRAWS, 0.8);
        for (Form form : List.of(Form.FILTER, Form.SORT, Form.TOP_N, Form.DISTINCT)) {
            assertShare("form " + form, DRAWS, 0.05);
        }
    }

    @Test
    void keysAreOneToFourAndOfEveryClassAlike() {
        List<Shape> groupBys = groupBys();
        for (int keys = 1; keys <= 4; keys++) {
            int wanted = keys;
            long found =
                    groupBys.stream().filter(shape -> shape.keys() == wanted).count();
            assertNear(found, groupBys.size(), 0.25);
        }
        long keys = Arrays.stream(ColumnClass.values())
                .mapToLong(one -> drawn("key " + one))
                .sum();
        for (ColumnClass columnClass : ColumnClass.values()) {
            assertShare("key " + columnClass, keys, 1.0 / ColumnClass.values().length);
        }
    }

    @Test
    void aggregatesAreOneToTwentyAndOfEveryKindAlike() {
        assertThat(groupBys())
                .extracting(shape -> shape.aggregates().size())
                .contains(1, 20)
                .allMatch(size -> size >= 1 && size <= 20);
        assertNear(
                groupBys().stream()
                        .filter(shape -> shape.aggregates().size() == 1)
                        .count(),
                groupBys().size(),
                Math.log(2) / Math.log(21));
        long all = Arrays.stream(AggregateKind.values())
                .mapToLong(kind -> drawn("aggregate " + kind))
                .sum();
        for (AggregateKind kind : AggregateKind.values()) {
            assertShare("aggregate " + kind, all, 1.0 / AggregateKind.values().length);
        }
    }

    @Test
    void oneThirdOfKeysArgumentsAndConditionsIsComputed() {
        for (String role : List.of("key", "argument", "condition")) {
            long all = role.equals("condition")
                    ? drawn("condition computed") + drawn("condition plain")
                    : drawn(role + " computed") + drawn(role + " plain");
            assertShare(role + " computed", all, 1 / 3.0);
        }
    }

    @Test
    void halfOfTheShapesHaveACondition() {
        long filters = drawn("form " + Form.FILTER);

        assertNear(drawn("where") - filters, DRAWS - filters, 0.5);
    }

    @Test
    void everyKindOfExpressionAndConditionIsDrawn() {
        assertThat(DRAWN.keySet())
                .contains("expression substr", "expression upper", "expression length", "expression like")
                .contains("expression date_trunc", "expression extract", "expression case", "expression cast")
                .contains("expression arithmetic", "expression logic")
                .contains("condition LESS", "condition GREATER", "condition BETWEEN", "condition EQUAL")
                .contains("condition DIFFERENT", "condition IN", "condition LIKE", "condition IS_NULL")
                .contains("condition IS_NOT_NULL");
    }

    private static List<Shape> groupBys() {
        return SHAPES.stream().filter(shape -> shape.form() == Form.GROUP_BY).toList();
    }

    private static long drawn(String what) {
        return DRAWN.getOrDefault(what, 0L);
    }

    private static void assertShare(String what, long all, double share) {
        assertNear(drawn(what), all, share);
    }

    /// Within five standard deviations.
    private static void assertNear(long found, long all, double share) {
        double deviation = Math.sqrt(all * share * (1 - share));
        assertThat((double) found).isCloseTo(all * share, Offset.offset(5 * deviation));
    }
}
