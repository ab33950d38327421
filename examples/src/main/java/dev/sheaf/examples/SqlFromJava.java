package dev.sheaf.examples;

import dev.sheaf.column.Table;
import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;

/// Runs SQL over a table in memory; files are registered alike, or named by their
/// paths in quotes in the query itself.
///
/// ```text
/// ada, 2 books
/// bo, 1 books
/// line 1, column 8: column "autor" not found; columns: author, year. Did you mean "author"?
/// ```
public final class SqlFromJava {
    private SqlFromJava() {}

    static void main() {
        SqlSession session = new SqlSession();
        try (Table books = Table.of(
                "author", new String[] {"ada", "bo", "ada"},
                "year", new int[] {1843, 1990, 1844})) {
            session.register("books", books);
            try (Table counts = session.query("""
                            SELECT author, COUNT(*) AS books
                            FROM books
                            WHERE year > 1800
                            GROUP BY author
                            ORDER BY books DESC""").collect()) {
                counts.rows().forEach(row -> IO.println(row.get("author") + ", " + row.get("books") + " books"));
            }
            explainMistake(session);
        }
    }

    private static void explainMistake(SqlSession session) {
        try {
            session.query("SELECT autor FROM books");
        } catch (SqlException wrong) {
            IO.println("line %d, column %d: %s".formatted(wrong.line(), wrong.column(), wrong.problem()));
        }
    }
}
