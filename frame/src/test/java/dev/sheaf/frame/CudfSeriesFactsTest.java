package dev.sheaf.frame;

import dev.sheaf.column.DataType;
import dev.sheaf.frame.verb.Keep;
import org.junit.jupiter.api.Test;

/// What pandas 3 answers to the calls of cuDF's tests of series that have a counterpart here.
class CudfSeriesFactsTest extends CudfFacts {
    @Test
    void seriesOfLabelledValues() {
        same(labelled(s(1, 2, 24, 1010), s("a", "b", "c", "d")), 1, 2, 24, 1010);
        same(labelled(s(1), s("a")), 1);
        same(labelled(s("a", "b", "c", "d"), s(1, 2, 24, 1010)), "a", "b", "c", "d");
        same(labelled(s("a"), s(1)), "a");
    }

    @Test
    void concatOfNumbers() {
        same(concat(s(1, 2, 3, 4), s(10, 11, 12, 13)), 1, 2, 3, 4, 10, 11, 12, 13);
        same(concat(s(1, 2, 3, 4), s(0.1, 0.002, 324.2332, 0.2342)), 1.0, 2.0, 3.0, 4.0, 0.1, 0.002, 324.2332, 0.2342);
        same(concat(s(1, 2, 3, 4), s(-10, -1111, 100, 11, 133)), 1, 2, 3, 4, -10, -1111, 100, 11, 133);
        same(
                concat(s(1.0, 12.221, 12.34, 13.324, 324.3242), s(10, 11, 12, 13)),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                10.0,
                11.0,
                12.0,
                13.0);
        same(
                concat(s(1.0, 12.221, 12.34, 13.324, 324.3242), s(0.1, 0.002, 324.2332, 0.2342)),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                0.1,
                0.002,
                324.2332,
                0.2342);
        same(
                concat(s(1.0, 12.221, 12.34, 13.324, 324.3242), s(-10, -1111, 100, 11, 133)),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                -10.0,
                -1111.0,
                100.0,
                11.0,
                133.0);
        same(concat(s(-10, -1111, 100, 11, 133), s(10, 11, 12, 13)), -10, -1111, 100, 11, 133, 10, 11, 12, 13);
        same(
                concat(s(-10, -1111, 100, 11, 133), s(0.1, 0.002, 324.2332, 0.2342)),
                -10.0,
                -1111.0,
                100.0,
                11.0,
                133.0,
                0.1,
                0.002,
                324.2332,
                0.2342);
        same(
                concat(s(-10, -1111, 100, 11, 133), s(-10, -1111, 100, 11, 133)),
                -10,
                -1111,
                100,
                11,
                133,
                -10,
                -1111,
                100,
                11,
                133);
    }

    @Test
    void concatOfTexts() {
        same(
                concat(s("abc", "def", "this is a string", "a"), s("abc", "def", "this is a string", "a")),
                "abc",
                "def",
                "this is a string",
                "a",
                "abc",
                "def",
                "this is a string",
                "a");
        same(concat(s("abc", "def", "this is a string", "a"), s("a")), "abc", "def", "this is a string", "a", "a");
        same(
                concat(s("abc", "def", "this is a string", "a"), s("1", "2", "3", "4", "5")),
                "abc",
                "def",
                "this is a string",
                "a",
                "1",
                "2",
                "3",
                "4",
                "5");
        same(
                concat(s("abc", "def", "this is a string", "a"), s("+", "-", "!", "_", "=")),
                "abc",
                "def",
                "this is a string",
                "a",
                "+",
                "-",
                "!",
                "_",
                "=");
        same(concat(s("a"), s("abc", "def", "this is a string", "a")), "a", "abc", "def", "this is a string", "a");
        same(concat(s("a"), s("a")), "a", "a");
        same(concat(s("a"), s("1", "2", "3", "4", "5")), "a", "1", "2", "3", "4", "5");
        same(concat(s("a"), s("+", "-", "!", "_", "=")), "a", "+", "-", "!", "_", "=");
    }

    @Test
    void concatKeepsLabels() {
        same(
                concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d"))),
                1,
                2,
                3,
                4,
                10,
                11,
                12,
                13);
        same(
                labels(concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d")))),
                "a",
                "b",
                "c",
                "d",
                "a",
                "b",
                "c",
                "d");
        same(
                concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x"))),
                1,
                2,
                3,
                4,
                12,
                14,
                15,
                27);
        same(
                labels(concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x")))),
                "a",
                "b",
                "c",
                "d",
                "d",
                "e",
                "z",
                "x");
        same(
                concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#"))),
                1.0,
                2.0,
                3.0,
                4.0,
                0.1,
                0.002,
                324.2332,
                0.2342);
        same(
                labels(concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#")))),
                "a",
                "b",
                "c",
                "d",
                "-",
                "+",
                "%",
                "#");
        same(
                concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll"))),
                1,
                2,
                3,
                4,
                -10,
                -1111,
                100,
                11,
                133);
        same(
                labels(concat(
                        labelled(s(1, 2, 3, 4), s("a", "b", "c", "d")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll")))),
                "a",
                "b",
                "c",
                "d",
                "aa",
                "vv",
                "bb",
                "dd",
                "ll");
        same(
                concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d"))),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                10.0,
                11.0,
                12.0,
                13.0);
        same(
                labels(concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d")))),
                "float one",
                "float two",
                "float three",
                "float four",
                "float five",
                "a",
                "b",
                "c",
                "d");
        same(
                concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x"))),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                12.0,
                14.0,
                15.0,
                27.0);
        same(
                labels(concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x")))),
                "float one",
                "float two",
                "float three",
                "float four",
                "float five",
                "d",
                "e",
                "z",
                "x");
        same(
                concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#"))),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                0.1,
                0.002,
                324.2332,
                0.2342);
        same(
                labels(concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#")))),
                "float one",
                "float two",
                "float three",
                "float four",
                "float five",
                "-",
                "+",
                "%",
                "#");
        same(
                concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll"))),
                1.0,
                12.221,
                12.34,
                13.324,
                324.3242,
                -10.0,
                -1111.0,
                100.0,
                11.0,
                133.0);
        same(
                labels(concat(
                        labelled(
                                s(1.0, 12.221, 12.34, 13.324, 324.3242),
                                s("float one", "float two", "float three", "float four", "float five")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll")))),
                "float one",
                "float two",
                "float three",
                "float four",
                "float five",
                "aa",
                "vv",
                "bb",
                "dd",
                "ll");
        same(
                concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d"))),
                -10,
                -1111,
                100,
                11,
                133,
                10,
                11,
                12,
                13);
        same(
                labels(concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(10, 11, 12, 13), s("a", "b", "c", "d")))),
                "one",
                "two",
                "three",
                "four",
                "five",
                "a",
                "b",
                "c",
                "d");
        same(
                concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x"))),
                -10,
                -1111,
                100,
                11,
                133,
                12,
                14,
                15,
                27);
        same(
                labels(concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(12, 14, 15, 27), s("d", "e", "z", "x")))),
                "one",
                "two",
                "three",
                "four",
                "five",
                "d",
                "e",
                "z",
                "x");
        same(
                concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#"))),
                -10.0,
                -1111.0,
                100.0,
                11.0,
                133.0,
                0.1,
                0.002,
                324.2332,
                0.2342);
        same(
                labels(concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(0.1, 0.002, 324.2332, 0.2342), s("-", "+", "%", "#")))),
                "one",
                "two",
                "three",
                "four",
                "five",
                "-",
                "+",
                "%",
                "#");
        same(
                concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll"))),
                -10,
                -1111,
                100,
                11,
                133,
                -10,
                -1111,
                100,
                11,
                133);
        same(
                labels(concat(
                        labelled(s(-10, -1111, 100, 11, 133), s("one", "two", "three", "four", "five")),
                        labelled(s(-10, -1111, 100, 11, 133), s("aa", "vv", "bb", "dd", "ll")))),
                "one",
                "two",
                "three",
                "four",
                "five",
                "aa",
                "vv",
                "bb",
                "dd",
                "ll");
    }

    @Test
    void describeOfNumbers() {
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.INT8)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.INT16)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.INT32)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.INT64)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.UINT8)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.UINT16)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.UINT32)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.UINT64)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
        same(
                s(0, 1, 2, 3, 1, 2, 3)
                        .astype(DataType.FLOAT64)
                        .toFrame()
                        .describe()
                        .get("v"),
                7.0,
                1.7142857142857142,
                1.1126972805283737,
                0.0,
                1.0,
                2.0,
                2.5,
                3.0);
    }

    @Test
    void describeOfOtherTypes() {
        same(s("a", "b", "c", "d", "e", "a").toFrame().describe().get("v"), "6", "5", "a");
        same(s(true, false, true, true, false).toFrame().describe().get("v"), "5", "2", "true");
    }

    @Test
    void valueCountsOfBins() {
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0).cut(1).valueCounts(), 6);
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0, null).cut(1).valueCounts(), 6);
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0).cut(2).valueCounts(), 3, 3);
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0, null).cut(2).valueCounts(), 3, 3);
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0).cut(3).valueCounts(), 3, 2, 1);
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0, null).cut(3).valueCounts(), 3, 2, 1);
    }

    @Test
    void valueCounts() {
        same(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0, null).valueCounts(), 3, 2, 1);
        same(labels(s(1.0, 2.0, 2.0, 3.0, 3.0, 3.0, null).valueCounts()), 3.0, 2.0, 1.0);
    }

    @Test
    void roundOfNumbers() {
        same(s(0.0, 0.0, 0.0, 0.0).round(-3), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(-1), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(0), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(1), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(2), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(3), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(4), 0.0, 0.0, 0.0, 0.0);
        same(s(0.0, 0.0, 0.0, 0.0).round(12), 0.0, 0.0, 0.0, 0.0);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(-3), -0.0, -0.0, -0.0);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(-1), -0.0, -0.0, -0.0);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(0), -1.0, -1.0, -1.0);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(1), -0.6, -0.6, -0.6);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(2), -0.65, -0.65, -0.65);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(3), -0.646, -0.646, -0.646);
        same(s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(4), -0.6459, -0.6459, -0.6459);
        same(
                s(-0.6459412758761901, -0.6459412758761901, -0.6459412758761901).round(12),
                -0.645941275876,
                -0.645941275876,
                -0.645941275876);
        same(s(1.123, 2.343, null, 0.0).round(-3), 0.0, 0.0, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(-1), 0.0, 0.0, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(0), 1.0, 2.0, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(1), 1.1, 2.3, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(2), 1.12, 2.34, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(3), 1.123, 2.343, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(4), 1.123, 2.343, null, 0.0);
        same(s(1.123, 2.343, null, 0.0).round(12), 1.123, 2.343, null, 0.0);
        same(s(1.2443, null, 4.42353).round(-3), 0.0, null, 0.0);
        same(s(1.2443, null, 4.42353).round(-1), 0.0, null, 0.0);
        same(s(1.2443, null, 4.42353).round(0), 1.0, null, 4.0);
        same(s(1.2443, null, 4.42353).round(1), 1.2, null, 4.4);
        same(s(1.2443, null, 4.42353).round(2), 1.24, null, 4.42);
        same(s(1.2443, null, 4.42353).round(3), 1.244, null, 4.424);
        same(s(1.2443, null, 4.42353).round(4), 1.2443, null, 4.4235);
        same(s(1.2443, null, 4.42353).round(12), 1.2443, null, 4.42353);
        same(s(-1.2443, null, -4.42353).round(-3), -0.0, null, -0.0);
        same(s(-1.2443, null, -4.42353).round(-1), -0.0, null, -0.0);
        same(s(-1.2443, null, -4.42353).round(0), -1.0, null, -4.0);
        same(s(-1.2443, null, -4.42353).round(1), -1.2, null, -4.4);
        same(s(-1.2443, null, -4.42353).round(2), -1.24, null, -4.42);
        same(s(-1.2443, null, -4.42353).round(3), -1.244, null, -4.424);
        same(s(-1.2443, null, -4.42353).round(4), -1.2443, null, -4.4235);
        same(s(-1.2443, null, -4.42353).round(12), -1.2443, null, -4.42353);
        same(s(1.0, null, null, 4.0).round(-3), 0.0, null, null, 0.0);
        same(s(1.0, null, null, 4.0).round(-1), 0.0, null, null, 0.0);
        same(s(1.0, null, null, 4.0).round(0), 1.0, null, null, 4.0);
        same(s(1.0, null, null, 4.0).round(1), 1.0, null, null, 4.0);
        same(s(1.0, null, null, 4.0).round(2), 1.0, null, null, 4.0);
        same(s(1.0, null, null, 4.0).round(3), 1.0, null, null, 4.0);
        same(s(1.0, null, null, 4.0).round(4), 1.0, null, null, 4.0);
        same(s(1.0, null, null, 4.0).round(12), 1.0, null, null, 4.0);
        same(s(1.2443, null, null, 4.42353).round(-3), 0.0, null, null, 0.0);
        same(s(1.2443, null, null, 4.42353).round(-1), 0.0, null, null, 0.0);
        same(s(1.2443, null, null, 4.42353).round(0), 1.0, null, null, 4.0);
        same(s(1.2443, null, null, 4.42353).round(1), 1.2, null, null, 4.4);
        same(s(1.2443, null, null, 4.42353).round(2), 1.24, null, null, 4.42);
        same(s(1.2443, null, null, 4.42353).round(3), 1.244, null, null, 4.424);
        same(s(1.2443, null, null, 4.42353).round(4), 1.2443, null, null, 4.4235);
        same(s(1.2443, null, null, 4.42353).round(12), 1.2443, null, null, 4.42353);
    }

    @Test
    void roundHalfUp() {
        same(s(0.0, 1.0, 1.2, 1.7, 0.5, 1.5, 2.5, null).round(0), 0.0, 1.0, 1.0, 2.0, 1.0, 2.0, 3.0, null);
    }

    @Test
    void isNullAndNotNull() {
        same(s(0, 1, 2, null, 4, null, 6).isNull(), false, false, false, true, false, true, false);
        same(s(0, 1, 2, null, 4, null, 6).notNull(), true, true, true, false, true, false, true);
        same(s(0, 1, 2, 3, 4).isNull(), false, false, false, false, false);
        same(s(0, 1, 2, 3, 4).notNull(), true, true, true, true, true);
        same(s("a", "b", "u", "h", "d").isNull(), false, false, false, false, false);
        same(s("a", "b", "u", "h", "d").notNull(), true, true, true, true, true);
        same(
                s(null, null, null, null, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                        .isNull(),
                true,
                true,
                true,
                true,
                false,
                false);
        same(
                s(null, null, null, null, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                        .notNull(),
                false,
                false,
                false,
                false,
                true,
                true);
        same(none(1).isNull(), true);
        same(none(1).notNull(), false);
        same(none(1).isNull(), true);
        same(none(1).notNull(), false);
        same(s("a", "b", "", "c", null, "e").isNull(), false, false, false, false, true, false);
        same(s("a", "b", "", "c", null, "e").notNull(), true, true, true, true, false, true);
    }

    @Test
    void fillNull() {
        same(s(1.0, null, 11.0, 2.0, null).fillNull(1.2), 1.0, 1.2, 11.0, 2.0, 1.2);
        same(s(1.0, null, 11.0, 2.0, null).fillNull(332), 1.0, 332.0, 11.0, 2.0, 332.0);
        same(none(3).fillNull(1.2), 1.2, 1.2, 1.2);
        same(none(3).fillNull(332), 332.0, 332.0, 332.0);
        same(s(null, 1.0, 10.0, 393.32, null).fillNull(1.2), 1.2, 1.0, 10.0, 393.32, 1.2);
        same(s(null, 1.0, 10.0, 393.32, null).fillNull(332), 332.0, 1.0, 10.0, 393.32, 332.0);
    }

    @Test
    void sortIndex() {
        same(labelled(s(10, 3, 12), s("a", "z", null)).sortIndex(), 10, 3, 12);
        same(labels(labelled(s(10, 3, 12), s("a", "z", null)).sortIndex()), "a", "z", null);
        same(labelled(s(10, 3, 12), s(3.0, 1.0, null)).sortIndex(), 3, 10, 12);
        same(labels(labelled(s(10, 3, 12), s(3.0, 1.0, null)).sortIndex()), 1.0, 3.0, null);
        same(labelled(s(10, 3, 12), s(0, 1, 2)).sortIndex(), 10, 3, 12);
        same(labels(labelled(s(10, 3, 12), s(0, 1, 2)).sortIndex()), 0, 1, 2);
        same(labelled(s(10, 3, 12), s(4, 2, 0)).sortIndex(), 12, 3, 10);
        same(labels(labelled(s(10, 3, 12), s(4, 2, 0)).sortIndex()), 0, 2, 4);
    }

    @Test
    void boolsWithNulls() {
        same(s(true, false, null, true, false), true, false, null, true, false);
    }

    @Test
    void autocorrelation() {
        near(s(0.25, 0.5, 0.2, -0.05).corr(s(0.25, 0.5, 0.2, -0.05).shift(1)), 0.10355263309024071);
        near(s(0.25, 0.5, 0.2, -0.05).corr(s(0.25, 0.5, 0.2, -0.05).shift(2)), -0.9999999999999999);
        near(
                s(0.0, 1.0, 2.0, null, 4.0, null, 6.0)
                        .corr(s(0.0, 1.0, 2.0, null, 4.0, null, 6.0).shift(1)),
                0.9999999999999999);
        near(
                s(0.0, 1.0, 2.0, null, 4.0, null, 6.0)
                        .corr(s(0.0, 1.0, 2.0, null, 4.0, null, 6.0).shift(2)),
                1.0);
    }

    @Test
    void numberOfDistinctValues() {
        near(s(1).nunique(), 1);
        near(s(3).nunique(), 1);
        near(s(5).nunique(), 1);
        near(s(7, 7).nunique(), 1);
    }

    @Test
    void isInOfNumbers() {
        same(s(0.0, 12.0, 14.0).isIn(-1, 2, 3).fillNull(false), false, false, false);
        same(s(0.0, 12.0, 14.0).isIn(1.0, 12.0, 120).fillNull(false), false, true, false);
        same(s(0.0, 12.0, 14.0).isIn(0, 14, 12, 12, 3, 10, 12, 14).fillNull(false), true, true, true);
        same(
                s(0.0, 14.0, 12.0, 12.0, 3.0, 10.0, 12.0, 14.0).isIn(-1, 2, 3).fillNull(false),
                false,
                false,
                false,
                false,
                true,
                false,
                false,
                false);
        same(
                s(0.0, 14.0, 12.0, 12.0, 3.0, 10.0, 12.0, 14.0)
                        .isIn(1.0, 12.0, 120)
                        .fillNull(false),
                false,
                false,
                true,
                true,
                false,
                false,
                true,
                false);
        same(
                s(0.0, 14.0, 12.0, 12.0, 3.0, 10.0, 12.0, 14.0)
                        .isIn(0, 14, 12, 12, 3, 10, 12, 14)
                        .fillNull(false),
                true,
                true,
                true,
                true,
                true,
                true,
                true,
                true);
        same(s(0.0, 1.0, null, 10.0).isIn(-1, 2, 3).fillNull(false), false, false, false, false);
        same(s(0.0, 1.0, null, 10.0).isIn(1.0, 12.0, 120).fillNull(false), false, true, false, false);
        same(s(0.0, 1.0, null, 10.0).isIn(0, 14, 12, 12, 3, 10, 12, 14).fillNull(false), true, false, false, true);
        same(none(4).isIn(-1, 2, 3).fillNull(false), false, false, false, false);
        same(none(4).isIn(1.0, 12.0, 120).fillNull(false), false, false, false, false);
        same(none(4).isIn(0, 14, 12, 12, 3, 10, 12, 14).fillNull(false), false, false, false, false);
        same(s(null, null, -1.0, 2.0, 3.0).isIn(-1, 2, 3).fillNull(false), false, false, true, true, true);
        same(s(null, null, -1.0, 2.0, 3.0).isIn(1.0, 12.0, 120).fillNull(false), false, false, false, false, false);
        same(
                s(null, null, -1.0, 2.0, 3.0).isIn(0, 14, 12, 12, 3, 10, 12, 14).fillNull(false),
                false,
                false,
                false,
                false,
                true);
    }

    @Test
    void isInOfTexts() {
        same(s("this", "is", null, "a", "test").isIn("this", "is").fillNull(false), true, true, false, false, false);
        same(
                s("this", "is", null, "a", "test").isIn("12", "14", "19").fillNull(false),
                false,
                false,
                false,
                false,
                false);
        same(
                s("this", "is", null, "a", "test")
                        .isIn("is", "this", "is", "this", "is")
                        .fillNull(false),
                true,
                true,
                false,
                false,
                false);
        same(
                s("test", "this", "test", "is", null, "test", "a", "test")
                        .isIn("this", "is")
                        .fillNull(false),
                false,
                true,
                false,
                true,
                false,
                false,
                false,
                false);
        same(
                s("test", "this", "test", "is", null, "test", "a", "test")
                        .isIn("12", "14", "19")
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("test", "this", "test", "is", null, "test", "a", "test")
                        .isIn("is", "this", "is", "this", "is")
                        .fillNull(false),
                false,
                true,
                false,
                true,
                false,
                false,
                false,
                false);
        same(s("0", "12", "14").isIn("this", "is").fillNull(false), false, false, false);
        same(s("0", "12", "14").isIn("12", "14", "19").fillNull(false), false, true, true);
        same(s("0", "12", "14").isIn("is", "this", "is", "this", "is").fillNull(false), false, false, false);
    }

    @Test
    void differences() {
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(-1), -1.0, -1.5, -0.5, -1.0, 6.7, null);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(-5), 2.7, null, null, null, null, null);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(-10), null, null, null, null, null, null);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(1), null, 1.0, 1.5, 0.5, 1.0, -6.7);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(2), null, null, 2.5, 2.0, 1.5, -5.7);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(5), null, null, null, null, null, -2.7);
        same(s(1.0, 2.0, 3.5, 4.0, 5.0, -1.7).diff(10), null, null, null, null, null, null);
        same(s(1, 2, 3, 3, 4, 5).diff(-1), -1.0, -1.0, 0.0, -1.0, -1.0, null);
        same(s(1, 2, 3, 3, 4, 5).diff(-5), -4.0, null, null, null, null, null);
        same(s(1, 2, 3, 3, 4, 5).diff(-10), null, null, null, null, null, null);
        same(s(1, 2, 3, 3, 4, 5).diff(0), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        same(s(1, 2, 3, 3, 4, 5).diff(1), null, 1.0, 1.0, 0.0, 1.0, 1.0);
        same(s(1, 2, 3, 3, 4, 5).diff(2), null, null, 2.0, 1.0, 1.0, 2.0);
        same(s(1, 2, 3, 3, 4, 5).diff(5), null, null, null, null, null, 4.0);
        same(s(1, 2, 3, 3, 4, 5).diff(10), null, null, null, null, null, null);
    }

    @Test
    void differencesOfTextsAreRefused() {
        refused(() -> s("a", "b", "c", "d", "e").diff());
    }

    @Test
    void between() {
        same(s(0, 1, 2, 3, 4, 5, 10).between(0, 5), true, true, true, true, true, true, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.gt(0).and(x.lt(5))), false, true, true, true, true, false, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.ge(0).and(x.lt(5))), true, true, true, true, true, false, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.gt(0).and(x.le(5))), false, true, true, true, true, true, false);
        same(s(0, 1, 2, 3, 4, 5, 10).between(10, 1), false, false, false, false, false, false, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.gt(10).and(x.lt(1))), false, false, false, false, false, false, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.ge(10).and(x.lt(1))), false, false, false, false, false, false, false);
        same(s(0, 1, 2, 3, 4, 5, 10).map(x -> x.gt(10).and(x.le(1))), false, false, false, false, false, false, false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc").between("banana", "few"),
                false,
                true,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.gt("banana").and(x.lt("few"))),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.ge("banana").and(x.lt("few"))),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.gt("banana").and(x.le("few"))),
                false,
                true,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc").between("phone", "hello"),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.gt("phone").and(x.lt("hello"))),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.ge("phone").and(x.lt("hello"))),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s("a", "few", "set", "of", "strings", "xyz", "abc")
                        .map(x -> x.gt("phone").and(x.le("hello"))),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, null, 10.0).between(10, 1).fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, null, 10.0)
                        .map(x -> x.gt(10).and(x.lt(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, null, 10.0)
                        .map(x -> x.ge(10).and(x.lt(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, null, 10.0)
                        .map(x -> x.gt(10).and(x.le(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, 5.0, 10.0).between(0, 5).fillNull(false),
                true,
                true,
                true,
                false,
                true,
                true,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, 5.0, 10.0)
                        .map(x -> x.gt(0).and(x.lt(5)))
                        .fillNull(false),
                false,
                true,
                true,
                false,
                true,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, 5.0, 10.0)
                        .map(x -> x.ge(0).and(x.lt(5)))
                        .fillNull(false),
                true,
                true,
                true,
                false,
                true,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, null, 4.0, 5.0, 10.0)
                        .map(x -> x.gt(0).and(x.le(5)))
                        .fillNull(false),
                false,
                true,
                true,
                false,
                true,
                true,
                false);
        same(
                s(0.0, 1.0, 2.0, 3.0, null, 5.0, 10.0).between(10, 1).fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, 3.0, null, 5.0, 10.0)
                        .map(x -> x.gt(10).and(x.lt(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, 3.0, null, 5.0, 10.0)
                        .map(x -> x.ge(10).and(x.lt(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
        same(
                s(0.0, 1.0, 2.0, 3.0, null, 5.0, 10.0)
                        .map(x -> x.gt(10).and(x.le(1)))
                        .fillNull(false),
                false,
                false,
                false,
                false,
                false,
                false,
                false);
    }

    @Test
    void duplicated() {
        same(s(1, 2, 3).toFrame().duplicated(Keep.FIRST), false, false, false);
        same(s(1, 2, 3).toFrame().duplicated(Keep.LAST), false, false, false);
        same(s(1, 2, 3).toFrame().duplicated(Keep.NONE), false, false, false);
        same(
                s(1, 2, 3, 1, 1, 2, 3, 2).toFrame().duplicated(Keep.FIRST),
                false,
                false,
                false,
                true,
                true,
                true,
                true,
                true);
        same(
                s(1, 2, 3, 1, 1, 2, 3, 2).toFrame().duplicated(Keep.LAST),
                true,
                true,
                true,
                true,
                false,
                true,
                false,
                false);
        same(s(1, 2, 3, 1, 1, 2, 3, 2).toFrame().duplicated(Keep.NONE), true, true, true, true, true, true, true, true);
        same(
                s(1, null, 2, null, 3, null, 3, 1).toFrame().duplicated(Keep.FIRST),
                false,
                false,
                false,
                true,
                false,
                true,
                true,
                true);
        same(
                s(1, null, 2, null, 3, null, 3, 1).toFrame().duplicated(Keep.LAST),
                true,
                true,
                false,
                true,
                true,
                false,
                false,
                false);
        same(
                s(1, null, 2, null, 3, null, 3, 1).toFrame().duplicated(Keep.NONE),
                true,
                true,
                false,
                true,
                true,
                true,
                true,
                true);
        same(s(null, 1.0, null, 5.4, 5.4, 1.0).toFrame().duplicated(Keep.FIRST), false, false, true, false, true, true);
        same(s(null, 1.0, null, 5.4, 5.4, 1.0).toFrame().duplicated(Keep.LAST), true, true, false, true, false, false);
        same(s(null, 1.0, null, 5.4, 5.4, 1.0).toFrame().duplicated(Keep.NONE), true, true, true, true, true, true);
        same(
                s("lama", "cow", "lama", null, "beetle", "lama", null, null)
                        .toFrame()
                        .duplicated(Keep.FIRST),
                false,
                false,
                true,
                false,
                false,
                true,
                true,
                true);
        same(
                s("lama", "cow", "lama", null, "beetle", "lama", null, null)
                        .toFrame()
                        .duplicated(Keep.LAST),
                true,
                false,
                true,
                true,
                false,
                false,
                true,
                false);
        same(
                s("lama", "cow", "lama", null, "beetle", "lama", null, null)
                        .toFrame()
                        .duplicated(Keep.NONE),
                true,
                false,
                true,
                true,
                false,
                true,
                true,
                true);
    }

    @Test
    void copiesKeepTheirValues() {
        copied(s(1, 2, 3, 4), 1, 2, 3, 4);
        copied(s(10, 20, null, null), 10, 20, null, null);
    }

    @Test
    void uniqueKeepsOrder() {
        same(s(10, 11, 12, 11, 10).unique(), 10, 11, 12);
    }

    @Test
    void truncateIsLocBetween() {
        same(s(1, 2, 3, 4).toFrame().locBetween(1, 2).get("v"), 2, 3);
    }

    @Test
    void typesThatDoNotMeetAreRefused() {
        refused(() -> concat(s(1, 2, 3, 4), s("a", "b", "c", "d")));
        refused(() -> Series.of("v", new int[] {11}, new int[] {10, 11}));
        refused(() -> s(0, 1, 2).set(0, "NaT"));
        refused(() -> s(true, false, true).set(0, 10));
    }
}
