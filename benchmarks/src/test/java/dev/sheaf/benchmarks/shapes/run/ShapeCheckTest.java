package dev.sheaf.benchmarks.shapes.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.shapes.grammar.AggregateKind;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.benchmarks.shapes.grammar.Shape.Form;
import dev.sheaf.column.Table;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A wrong answer is noticed: DuckDB has the query of the shape, Sheaf is given another one.
class ShapeCheckTest {
    private static final String ROWS = " FROM (VALUES (1, 2.5e0), (1, 3.5e0), (2, 4e0)) t(k, x)";

    private final SheafEngine sheaf = new SheafEngine(2);
    private final DuckDb duckdb = new DuckDb(2);

    @AfterEach
    void close() {
        sheaf.close();
        duckdb.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SUM    | sum(x)                  | sum(x) + 0.001",
                "SUM    | sum(x)                  | CASE WHEN k = 2 THEN NULL ELSE sum(x) END",
                "COUNT  | count(x)                | count(x) + 1",
                "LIST   | list(x)                 | list(x + 1)",
                "MODE   | mode(x)                 | mode(CASE WHEN x < 0 THEN x END)",
                "STRING_AGG | string_agg('ab', ',')   | string_agg('abc', ',')",
                "VAR_POP | var_pop(x)             | var_pop(2 * x)",
                "CORR   | corr(x, x)              | corr(x, -x)"
            })
    void noticesWrongAggregates(AggregateKind kind, String right, String wrong) {
        Shape shape =
                shape(Form.GROUP_BY, "SELECT k AS k0, " + right + " AS a0" + ROWS + " GROUP BY k", 1, List.of(kind), 0);

        assertThatCode(() -> check(shape, shape.sql())).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(shape, "SELECT k AS k0, " + wrong + " AS a0" + ROWS + " GROUP BY k"))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining(kind.name());
    }

    @Test
    void noticesWrongKeysAndMissingGroups() {
        Shape shape = shape(
                Form.GROUP_BY,
                "SELECT k AS k0, count(*) AS a0" + ROWS + " GROUP BY k",
                1,
                List.of(AggregateKind.COUNT_ALL),
                0);

        assertThatThrownBy(() -> check(shape, "SELECT k + 5 AS k0, count(*) AS a0" + ROWS + " GROUP BY k"))
                .isInstanceOf(WrongAnswerException.class);
        assertThatThrownBy(() -> check(shape, "SELECT k AS k0, count(*) AS a0" + ROWS + " WHERE k = 1 GROUP BY k"))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("number of rows");
    }

    @Test
    void noticesARowThatCameTwiceInsteadOfAnother() {
        Shape shape = shape(Form.FILTER, "SELECT k AS k0" + ROWS, 1, List.of(), 0);

        assertThatThrownBy(() -> check(shape, "SELECT CASE WHEN x = 3.5e0 THEN 2 ELSE k END AS k0" + ROWS))
                .isInstanceOf(WrongAnswerException.class);
    }

    @ParameterizedTest
    @CsvSource({"SORT", "TOP_N"})
    void noticesAWrongOrder(Form form) {
        Shape shape = shape(form, "SELECT x AS k0" + ROWS + " ORDER BY 1 DESC", 1, List.of(), 1);

        assertThatCode(() -> check(shape, shape.sql())).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(shape, "SELECT x AS k0" + ROWS + " ORDER BY 1"))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("order");
    }

    @ParameterizedTest
    @CsvSource({"GROUP_BY", "FILTER", "SORT", "TOP_N"})
    void comparesASampleOfLongAnswers(Form form) {
        String rows = " FROM (SELECT range AS k, range % 7 AS x FROM range(1000)) t";
        boolean isGrouped = form == Form.GROUP_BY;
        String tail = rows + (isGrouped ? " GROUP BY k" : " ORDER BY 1");
        Shape shape = shape(
                form,
                "SELECT k AS k0, " + (isGrouped ? "sum(x) AS a0" : "x AS k1") + tail,
                isGrouped ? 1 : 2,
                isGrouped ? List.of(AggregateKind.SUM) : List.of(),
                isGrouped || form == Form.FILTER ? 0 : 1);

        assertThatCode(() -> check(shape, shape.sql(), 100)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(shape, shape.sql().replace("range AS k,", "range + 1 AS k,"), 100))
                .isInstanceOf(WrongAnswerException.class);
    }

    private void check(Shape shape, String asked) {
        check(shape, asked, 1_000);
    }

    private void check(Shape shape, String asked, long comparedRows) {
        ShapeCheck check = new ShapeCheck(sheaf, duckdb, comparedRows);
        check.expect(shape);
        try (Table answer = sheaf.query(asked).collect()) {
            check.check(shape, answer);
        }
    }

    private static Shape shape(Form form, String sql, int keys, List<AggregateKind> kinds, int sortKeys) {
        return new Shape(0, "t", form, sql, keys, kinds, sortKeys, List.of());
    }
}
