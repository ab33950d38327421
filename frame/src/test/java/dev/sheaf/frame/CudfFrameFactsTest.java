package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.window.RunFunction.RankMethod;
import org.junit.jupiter.api.Test;

/// What pandas 3 answers to the calls of cuDF's tests of frames that have a counterpart here.
class CudfFrameFactsTest extends CudfFacts {
    @Test
    void dropOfColumns() {
        names(FRAME_C.drop("a"), "b", "c");
        names(FRAME_C.drop("b"), "a", "c");
        names(FRAME_C.drop("a", "b"), "c");
        names(FRAME_D.drop("a"), "b", "d");
        names(FRAME_D.drop("b"), "a", "d");
        names(FRAME_D.drop("a", "b"), "d");
    }

    @Test
    void dropOfWhatIsNotThereIsRefused() {
        refused(() -> frame("a", s(1), "b", s(2), "c", s(3)).drop("d"));
        refused(() -> frame("a", s(1), "b", s(2), "c", s(3)).drop("a", "d", "b"));
    }

    @Test
    void concatOfDifferentColumns() {
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, 2, 3)),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("a"),
                1,
                2,
                1,
                2,
                3,
                1,
                2);
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, 2, 3)),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("b"),
                1.0,
                2.0,
                null,
                null,
                null,
                1.0,
                2.0);
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, 2, 3)),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("c"),
                "s1",
                "s2",
                null,
                null,
                null,
                "s1",
                "s2");
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, 2, 3)),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("d"),
                1.0,
                2.0,
                null,
                null,
                null,
                1.0,
                2.0);
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("a"),
                1.0,
                2.0,
                1.0,
                null,
                3.0,
                1.0,
                2.0);
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("b"),
                1.0,
                2.0,
                null,
                null,
                null,
                1.0,
                2.0);
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("c"),
                "s1",
                "s2",
                "s3",
                null,
                "s4",
                "s1",
                "s2");
        same(
                DataFrame.concat(
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("a", s(1, 2), "b", s(1, 2), "c", s("s1", "s2"), "d", s(1.0, 2.0)))
                        .get("d"),
                1.0,
                2.0,
                null,
                null,
                null,
                1.0,
                2.0);
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, 2, 3)),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("b"),
                1.9,
                10.9,
                null,
                null,
                null,
                1.9,
                10.9);
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, 2, 3)),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("c"),
                "s1",
                "s2",
                null,
                null,
                null,
                "s1",
                "s2");
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, 2, 3)),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("a"),
                null,
                null,
                1.0,
                2.0,
                3.0,
                null,
                null);
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("b"),
                1.9,
                10.9,
                null,
                null,
                null,
                1.9,
                10.9);
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("c"),
                "s1",
                "s2",
                "s3",
                null,
                "s4",
                "s1",
                "s2");
        same(
                DataFrame.concat(
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")),
                                frame("a", s(1, null, 3), "c", s("s3", null, "s4")),
                                frame("b", s(1.9, 10.9), "c", s("s1", "s2")))
                        .get("a"),
                null,
                null,
                1.0,
                null,
                3.0,
                null,
                null);
    }

    @Test
    void concatSideBySide() {
        same(
                DataFrame.concatColumns(
                                frame("x", s(0, 1, 2, 3, 4), "y", s(0, 1, 2, 3, 4)),
                                frame("a", s(0, 1, 2, 3, 4), "b", s(0, 1, 2, 3, 4)))
                        .get("x"),
                0,
                1,
                2,
                3,
                4);
        same(
                DataFrame.concatColumns(
                                frame("x", s(0, 1, 2, 3, 4), "y", s(0, 1, 2, 3, 4)),
                                frame("a", s(0, 1, 2, 3, 4), "b", s(0, 1, 2, 3, 4)))
                        .get("y"),
                0,
                1,
                2,
                3,
                4);
        same(
                DataFrame.concatColumns(
                                frame("x", s(0, 1, 2, 3, 4), "y", s(0, 1, 2, 3, 4)),
                                frame("a", s(0, 1, 2, 3, 4), "b", s(0, 1, 2, 3, 4)))
                        .get("a"),
                0,
                1,
                2,
                3,
                4);
        same(
                DataFrame.concatColumns(
                                frame("x", s(0, 1, 2, 3, 4), "y", s(0, 1, 2, 3, 4)),
                                frame("a", s(0, 1, 2, 3, 4), "b", s(0, 1, 2, 3, 4)))
                        .get("b"),
                0,
                1,
                2,
                3,
                4);
    }

    @Test
    void numericColumnsByType() {
        names(
                frame("x", s(1, 2, 3), "y", s(1.0, 2.0, 3.0), "z", s("a", "b", "c"))
                        .selectTypes(DataType::isNumeric),
                "x",
                "y");
    }

    @Test
    void shifts() {
        same(s(3, -2, 7, 0, 11, 5).shift(-1), -2.0, 7.0, 0.0, 11.0, 5.0, null);
        same(s(3, -2, 7, 0, 11, 5).shift(-1, 0), -2, 7, 0, 11, 5, 0);
        same(s(3, -2, 7, 0, 11, 5).shift(-5), 5.0, null, null, null, null, null);
        same(s(3, -2, 7, 0, 11, 5).shift(-5, 0), 5, 0, 0, 0, 0, 0);
        same(s(3, -2, 7, 0, 11, 5).shift(-10), null, null, null, null, null, null);
        same(s(3, -2, 7, 0, 11, 5).shift(-10, 0), 0, 0, 0, 0, 0, 0);
        same(s(3, -2, 7, 0, 11, 5).shift(-20), null, null, null, null, null, null);
        same(s(3, -2, 7, 0, 11, 5).shift(-20, 0), 0, 0, 0, 0, 0, 0);
        same(s(3, -2, 7, 0, 11, 5).shift(0), 3, -2, 7, 0, 11, 5);
        same(s(3, -2, 7, 0, 11, 5).shift(0, 0), 3, -2, 7, 0, 11, 5);
        same(s(3, -2, 7, 0, 11, 5).shift(1), null, 3.0, -2.0, 7.0, 0.0, 11.0);
        same(s(3, -2, 7, 0, 11, 5).shift(1, 0), 0, 3, -2, 7, 0, 11);
        same(s(3, -2, 7, 0, 11, 5).shift(5), null, null, null, null, null, 3.0);
        same(s(3, -2, 7, 0, 11, 5).shift(5, 0), 0, 0, 0, 0, 0, 3);
        same(s(3, -2, 7, 0, 11, 5).shift(10), null, null, null, null, null, null);
        same(s(3, -2, 7, 0, 11, 5).shift(10, 0), 0, 0, 0, 0, 0, 0);
        same(s(3, -2, 7, 0, 11, 5).shift(20), null, null, null, null, null, null);
        same(s(3, -2, 7, 0, 11, 5).shift(20, 0), 0, 0, 0, 0, 0, 0);
    }

    @Test
    void squareRootsOfFrames() {
        same(
                frame("x", s(2.0, 3.0, 4.0), "y", s(9.0, 2.5, 1.1))
                        .map(x -> call(Function.SQRT, x))
                        .get("x"),
                1.4142135623730951,
                1.7320508075688772,
                2.0);
        same(
                frame("x", s(2.0, 3.0, 4.0), "y", s(9.0, 2.5, 1.1))
                        .map(x -> call(Function.SQRT, x))
                        .get("y"),
                3.0,
                1.5811388300841898,
                1.0488088481701516);
    }

    @Test
    void isNullAndNotNullOfFrames() {
        same(
                frame("a", s(0, 1, 2, null, 4, null, 6), "b", s(null, null, "u", "h", "d", "a", "m"))
                        .isNull()
                        .get("a"),
                false,
                false,
                false,
                true,
                false,
                true,
                false);
        same(
                frame("a", s(0, 1, 2, null, 4, null, 6), "b", s(null, null, "u", "h", "d", "a", "m"))
                        .isNull()
                        .get("b"),
                true,
                true,
                false,
                false,
                false,
                false,
                false);
        same(
                frame("a", s(0, 1, 2, null, 4, null, 6), "b", s(null, null, "u", "h", "d", "a", "m"))
                        .notNull()
                        .get("a"),
                true,
                true,
                true,
                false,
                true,
                false,
                true);
        same(
                frame("a", s(0, 1, 2, null, 4, null, 6), "b", s(null, null, "u", "h", "d", "a", "m"))
                        .notNull()
                        .get("b"),
                false,
                false,
                true,
                true,
                true,
                true,
                true);
        same(
                frame("a", s(0, 1, 2, 3, 4), "b", s("a", "b", "u", "h", "d"))
                        .isNull()
                        .get("a"),
                false,
                false,
                false,
                false,
                false);
        same(
                frame("a", s(0, 1, 2, 3, 4), "b", s("a", "b", "u", "h", "d"))
                        .isNull()
                        .get("b"),
                false,
                false,
                false,
                false,
                false);
        same(
                frame("a", s(0, 1, 2, 3, 4), "b", s("a", "b", "u", "h", "d"))
                        .notNull()
                        .get("a"),
                true,
                true,
                true,
                true,
                true);
        same(
                frame("a", s(0, 1, 2, 3, 4), "b", s("a", "b", "u", "h", "d"))
                        .notNull()
                        .get("b"),
                true,
                true,
                true,
                true,
                true);
        same(frame("a", s("a", "b", "c", null, "e")).isNull().get("a"), false, false, false, true, false);
        same(frame("a", s("a", "b", "c", null, "e")).notNull().get("a"), true, true, true, false, true);
    }

    @Test
    void roundsOfFrames() {
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(-3)
                        .get("y"),
                0.0,
                0.0,
                null,
                0.0,
                -0.0,
                null,
                0.0,
                -0.0,
                -0.0,
                null);
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(-3)
                        .get("z"),
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0,
                -0.0);
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(0)
                        .get("y"),
                14.0,
                2.0,
                null,
                0.0,
                -8.0,
                null,
                94.0,
                -112.0,
                -8.0,
                null);
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(0)
                        .get("z"),
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0,
                -1.0);
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(5)
                        .get("y"),
                14.123,
                2.343,
                null,
                0.0,
                -8.302,
                null,
                94.313,
                -112.236,
                -8.029,
                null);
        same(
                frame(
                                "y",
                                s(14.123, 2.343, null, 0.0, -8.302, null, 94.313, -112.236, -8.029, null),
                                "z",
                                s(
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901,
                                        -0.6459412758761901))
                        .round(5)
                        .get("z"),
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594,
                -0.64594);
    }

    @Test
    void allAndAny() {
        is(s(true, false, false).aggregate(Expressions::all), false);
        is(s(true, false, false).aggregate(Expressions::any), true);
        is(s(true).aggregate(Expressions::all), true);
        is(s(true).aggregate(Expressions::any), true);
        is(s(false).aggregate(Expressions::all), false);
        is(s(false).aggregate(Expressions::any), false);
        is(s(0, 1, 2, 3).map(x -> x.ne(0)).aggregate(Expressions::all), false);
        is(s(0, 1, 2, 3).map(x -> x.ne(0)).aggregate(Expressions::any), true);
        is(s(-2, -1, 2, 3, 5).map(x -> x.ne(0)).aggregate(Expressions::all), true);
        is(s(-2, -1, 2, 3, 5).map(x -> x.ne(0)).aggregate(Expressions::any), true);
        is(s(-2, -1, 0, 3, 5).map(x -> x.ne(0)).aggregate(Expressions::all), false);
        is(s(-2, -1, 0, 3, 5).map(x -> x.ne(0)).aggregate(Expressions::any), true);
        is(s(0, 0, 0, 0, 0).map(x -> x.ne(0)).aggregate(Expressions::all), false);
        is(s(0, 0, 0, 0, 0).map(x -> x.ne(0)).aggregate(Expressions::any), false);
    }

    @Test
    void headOfOneRow() {
        same(labelled(s(100), s(123)).head(), 100);
    }

    @Test
    void castsOfNumbers() {
        same(s(1, 2, 4, 3).astype(DataType.INT8), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.INT8), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.INT16), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.INT16), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.INT32), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.INT32), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.INT64), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.INT64), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.UINT8), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.UINT8), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.UINT16), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.UINT16), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.UINT32), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.UINT32), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.UINT64), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.UINT64), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.FLOAT32), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.FLOAT32), 1, 2, null, 3);
        same(s(1, 2, 4, 3).astype(DataType.FLOAT64), 1, 2, 4, 3);
        same(s(1, 2, null, 3).astype(DataType.FLOAT64), 1, 2, null, 3);
        same(s(1, 2, 3).astype(DataType.STRING), "1", "2", "3");
    }

    @Test
    void covariances() {
        same(
                frame("a", s(3.0, 2.0, 5.0, 1.0), "b", s(6.0, 7.0, 1.0, 0.5))
                        .cov()
                        .get("a"),
                2.9166666666666665,
                -0.7916666666666666);
        same(
                frame("a", s(3.0, 2.0, 5.0, 1.0), "b", s(6.0, 7.0, 1.0, 0.5))
                        .cov()
                        .get("b"),
                -0.7916666666666666,
                11.229166666666666);
        same(
                frame("a", s(3.0, 2.0, 5.0, 1.0), "b", s(6.0, 7.0, 1.0, 0.5))
                        .corr()
                        .get("a"),
                1.0,
                -0.13833280910449847);
        same(
                frame("a", s(3.0, 2.0, 5.0, 1.0), "b", s(6.0, 7.0, 1.0, 0.5))
                        .corr()
                        .get("b"),
                -0.13833280910449847,
                1.0);
    }

    @Test
    void framesOfSeriesThatAlign() {
        same(
                DataFrame.concatColumns(
                                labelled(s(1.0, 2.0, 3.0), s(4, 5, 6))
                                        .rename("a")
                                        .toFrame(),
                                labelled(s(1.0, 2.0, 4.0), s(1, 2, 3))
                                        .rename("b")
                                        .toFrame())
                        .get("a"),
                null,
                null,
                null,
                1.0,
                2.0,
                3.0);
        same(
                DataFrame.concatColumns(
                                labelled(s(1.0, 2.0, 3.0), s(4, 5, 6))
                                        .rename("a")
                                        .toFrame(),
                                labelled(s(1.0, 2.0, 4.0), s(1, 2, 3))
                                        .rename("b")
                                        .toFrame())
                        .get("b"),
                1.0,
                2.0,
                4.0,
                null,
                null,
                null);
        same(
                DataFrame.concatColumns(
                                labelled(s(1.0, 2.0, 3.0), s("a", "b", "c"))
                                        .rename("a")
                                        .toFrame(),
                                labelled(s(1.0, 2.0, 4.0), s("c", "d", "e"))
                                        .rename("b")
                                        .toFrame())
                        .get("a"),
                1.0,
                2.0,
                3.0,
                null,
                null);
        same(
                DataFrame.concatColumns(
                                labelled(s(1.0, 2.0, 3.0), s("a", "b", "c"))
                                        .rename("a")
                                        .toFrame(),
                                labelled(s(1.0, 2.0, 4.0), s("c", "d", "e"))
                                        .rename("b")
                                        .toFrame())
                        .get("b"),
                null,
                null,
                1.0,
                2.0,
                4.0);
    }

    @Test
    void stridedRows() {
        same(s(10, 9, 8, 7, 6, 5, 4, 3, 2).take(2, 5), 8, 5);
        same(s(10, 9, 8, 7, 6, 5, 4, 3, 2).take(1, 5), 9, 5);
        same(s(10, 9, 8, 7, 6, 5, 4, 3, 2).take(-2, -4), 3, 5);
    }

    @Test
    void samplesThatAreTooLargeAreRefused() {
        is(s(1, 2, 3, 4, 5).sample(0, 0).size(), 0L);
        is(s(1, 2, 3, 4, 5).sample(2, 0).size(), 2L);
        is(s(1, 2, 3, 4, 5).sample(5, 0).size(), 5L);
        refused(() -> s(1, 2, 3, 4, 5).sample(10, 0));
    }

    @Test
    void ranks() {
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.AVERAGE, false),
                6.0,
                4.0,
                3.0,
                6.0,
                10.0,
                6.0,
                2.0,
                1.0,
                8.5,
                8.5);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.AVERAGE, false),
                0.6,
                0.4,
                0.3,
                0.6,
                1.0,
                0.6,
                0.2,
                0.1,
                0.85,
                0.85);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.AVERAGE, true),
                5.0,
                7.0,
                8.0,
                5.0,
                1.0,
                5.0,
                9.0,
                10.0,
                2.5,
                2.5);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.AVERAGE, true),
                0.5,
                0.7,
                0.8,
                0.5,
                0.1,
                0.5,
                0.9,
                1.0,
                0.25,
                0.25);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.MIN, false),
                5.0,
                4.0,
                3.0,
                5.0,
                10.0,
                5.0,
                2.0,
                1.0,
                8.0,
                8.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.MIN, false),
                0.5,
                0.4,
                0.3,
                0.5,
                1.0,
                0.5,
                0.2,
                0.1,
                0.8,
                0.8);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.MIN, true),
                4.0,
                7.0,
                8.0,
                4.0,
                1.0,
                4.0,
                9.0,
                10.0,
                2.0,
                2.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.MIN, true),
                0.4,
                0.7,
                0.8,
                0.4,
                0.1,
                0.4,
                0.9,
                1.0,
                0.2,
                0.2);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.MAX, false),
                7.0,
                4.0,
                3.0,
                7.0,
                10.0,
                7.0,
                2.0,
                1.0,
                9.0,
                9.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.MAX, false),
                0.7,
                0.4,
                0.3,
                0.7,
                1.0,
                0.7,
                0.2,
                0.1,
                0.9,
                0.9);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.MAX, true),
                6.0,
                7.0,
                8.0,
                6.0,
                1.0,
                6.0,
                9.0,
                10.0,
                3.0,
                3.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.MAX, true),
                0.6,
                0.7,
                0.8,
                0.6,
                0.1,
                0.6,
                0.9,
                1.0,
                0.3,
                0.3);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.FIRST, false),
                5.0,
                4.0,
                3.0,
                6.0,
                10.0,
                7.0,
                2.0,
                1.0,
                8.0,
                9.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.FIRST, false),
                0.5,
                0.4,
                0.3,
                0.6,
                1.0,
                0.7,
                0.2,
                0.1,
                0.8,
                0.9);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.FIRST, true),
                4.0,
                7.0,
                8.0,
                5.0,
                1.0,
                6.0,
                9.0,
                10.0,
                2.0,
                3.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.FIRST, true),
                0.4,
                0.7,
                0.8,
                0.5,
                0.1,
                0.6,
                0.9,
                1.0,
                0.2,
                0.3);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.DENSE, false),
                5.0,
                4.0,
                3.0,
                5.0,
                7.0,
                5.0,
                2.0,
                1.0,
                6.0,
                6.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.DENSE, false),
                0.7142857142857143,
                0.5714285714285714,
                0.42857142857142855,
                0.7142857142857143,
                1.0,
                0.7142857142857143,
                0.2857142857142857,
                0.14285714285714285,
                0.8571428571428571,
                0.8571428571428571);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rank(RankMethod.DENSE, true),
                3.0,
                4.0,
                5.0,
                3.0,
                1.0,
                3.0,
                6.0,
                7.0,
                2.0,
                2.0);
        same(
                s(5, 4, 3, 5, 8, 5, 2, 1, 6, 6).rankShare(RankMethod.DENSE, true),
                0.42857142857142855,
                0.5714285714285714,
                0.7142857142857143,
                0.42857142857142855,
                0.14285714285714285,
                0.42857142857142855,
                0.8571428571428571,
                1.0,
                0.2857142857142857,
                0.2857142857142857);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.AVERAGE, false),
                4.0,
                2.0,
                null,
                4.0,
                7.0,
                4.0,
                8.0,
                null,
                6.0,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.AVERAGE, false),
                0.5,
                0.25,
                null,
                0.5,
                0.875,
                0.5,
                1.0,
                null,
                0.75,
                0.125);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.AVERAGE, true),
                5.0,
                7.0,
                null,
                5.0,
                2.0,
                5.0,
                1.0,
                null,
                3.0,
                8.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.AVERAGE, true),
                0.625,
                0.875,
                null,
                0.625,
                0.25,
                0.625,
                0.125,
                null,
                0.375,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.MIN, false),
                3.0,
                2.0,
                null,
                3.0,
                7.0,
                3.0,
                8.0,
                null,
                6.0,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.MIN, false),
                0.375,
                0.25,
                null,
                0.375,
                0.875,
                0.375,
                1.0,
                null,
                0.75,
                0.125);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.MIN, true),
                4.0,
                7.0,
                null,
                4.0,
                2.0,
                4.0,
                1.0,
                null,
                3.0,
                8.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.MIN, true),
                0.5,
                0.875,
                null,
                0.5,
                0.25,
                0.5,
                0.125,
                null,
                0.375,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.MAX, false),
                5.0,
                2.0,
                null,
                5.0,
                7.0,
                5.0,
                8.0,
                null,
                6.0,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.MAX, false),
                0.625,
                0.25,
                null,
                0.625,
                0.875,
                0.625,
                1.0,
                null,
                0.75,
                0.125);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.MAX, true),
                6.0,
                7.0,
                null,
                6.0,
                2.0,
                6.0,
                1.0,
                null,
                3.0,
                8.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.MAX, true),
                0.75,
                0.875,
                null,
                0.75,
                0.25,
                0.75,
                0.125,
                null,
                0.375,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.FIRST, false),
                3.0,
                2.0,
                null,
                4.0,
                7.0,
                5.0,
                8.0,
                null,
                6.0,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.FIRST, false),
                0.375,
                0.25,
                null,
                0.5,
                0.875,
                0.625,
                1.0,
                null,
                0.75,
                0.125);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.FIRST, true),
                4.0,
                7.0,
                null,
                5.0,
                2.0,
                6.0,
                1.0,
                null,
                3.0,
                8.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.FIRST, true),
                0.5,
                0.875,
                null,
                0.625,
                0.25,
                0.75,
                0.125,
                null,
                0.375,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.DENSE, false),
                3.0,
                2.0,
                null,
                3.0,
                5.0,
                3.0,
                6.0,
                null,
                4.0,
                1.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.DENSE, false),
                0.5,
                0.3333333333333333,
                null,
                0.5,
                0.8333333333333334,
                0.5,
                1.0,
                null,
                0.6666666666666666,
                0.16666666666666666);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rank(RankMethod.DENSE, true),
                4.0,
                5.0,
                null,
                4.0,
                2.0,
                4.0,
                1.0,
                null,
                3.0,
                6.0);
        same(
                s(5.0, 4.0, null, 5.0, 8.0, 5.0, Double.POSITIVE_INFINITY, null, 6.0, Double.NEGATIVE_INFINITY)
                        .rankShare(RankMethod.DENSE, true),
                0.6666666666666666,
                0.8333333333333334,
                null,
                0.6666666666666666,
                0.3333333333333333,
                0.6666666666666666,
                0.16666666666666666,
                null,
                0.5,
                1.0);
    }
}
