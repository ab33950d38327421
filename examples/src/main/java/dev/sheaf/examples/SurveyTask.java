package dev.sheaf.examples;

import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.DataFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A survey in a CSV file: a description of its numbers, the answers by frequency, missing answers,
/// correlations.
///
/// ```text
/// ┌───────┬────────────────────┬────────────────────┐
/// │       │                age │              hours │
/// │       │            float64 │            float64 │
/// ├───────┼────────────────────┼────────────────────┤
/// │ count │                5.0 │                4.0 │
/// │ mean  │               40.0 │              3.625 │
/// │ std   │ 15.811388300841896 │ 1.9311050377094112 │
/// │ min   │               20.0 │                1.5 │
/// │ 25%   │               30.0 │               2.25 │
/// │ 50%   │               40.0 │               3.75 │
/// │ 75%   │               50.0 │              5.125 │
/// │ max   │               60.0 │                5.5 │
/// └───────┴────────────────────┴────────────────────┘
/// 8 rows, 2 columns
/// ┌────────┬───────┐
/// │ answer │ count │
/// │        │ int64 │
/// ├────────┼───────┤
/// │ yes    │     3 │
/// │ no     │     1 │
/// └────────┴───────┘
/// 2 rows, 1 column
/// ┌────────┬─────────┐
/// │        │ missing │
/// │        │   int64 │
/// ├────────┼─────────┤
/// │ age    │       0 │
/// │ hours  │       1 │
/// │ answer │       1 │
/// └────────┴─────────┘
/// 3 rows, 1 column
/// ┌───────┬─────────┬─────────┐
/// │       │     age │   hours │
/// │       │ float64 │ float64 │
/// ├───────┼─────────┼─────────┤
/// │ age   │     1.0 │     1.0 │
/// │ hours │     1.0 │     1.0 │
/// └───────┴─────────┴─────────┘
/// 2 rows, 2 columns
/// ```
public final class SurveyTask {
    static void main() throws IOException {
        Path file = file();
        DataFrame survey = DataFrame.read(file.toString());
        IO.print(survey.describe());
        IO.print(survey.valueCounts("answer"));
        IO.print(survey.perColumn("missing", column -> Expressions.count().minus(Expressions.count(column))));
        IO.print(survey.dropNull().corr());
        Files.delete(file);
    }

    private static Path file() throws IOException {
        return Files.writeString(Files.createTempFile("survey", ".csv"), """
                age,hours,answer
                20,1.5,yes
                30,2.5,no
                40,,yes
                50,5.0,
                60,5.5,yes
                """);
    }
}
