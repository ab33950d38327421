package dev.sheaf.sql;

import dev.sheaf.sql.parse.RandomSql;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Whatever the text: it is a plan or a [SqlException], and no other failure.
class NonsenseTest {
    private static final int TEXTS = 1000;
    private static final int DEPTH = 2;
    private static final List<String> TOKENS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "BY",
            "ORDER",
            "LIMIT",
            "HAVING",
            "QUALIFY",
            "WINDOW",
            "AS",
            "sales",
            "region",
            "units",
            "sum",
            "count",
            "rank",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            "*",
            "+",
            "-",
            "/",
            "=",
            "<",
            "::",
            "int",
            "1",
            "2.5",
            "1e9",
            "'x'",
            "NULL",
            "NOT",
            "IN",
            "IS",
            "BETWEEN",
            "AND",
            "OR",
            "LIKE",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "CAST",
            "OVER",
            "PARTITION",
            "ROWS",
            "UNION",
            "ALL",
            "DISTINCT",
            "ON",
            "JOIN",
            "USING",
            "VALUES",
            "WITH",
            "EXISTS",
            "INTERVAL",
            "DATE",
            "COLUMNS",
            "EXCLUDE",
            "PIVOT",
            "DESCRIBE",
            "SHOW",
            "?",
            "$1",
            ";",
            "->",
            ":",
            "lambda",
            "\"units\"",
            "--x\n",
            "%",
            "FETCH",
            "FIRST",
            "OFFSET",
            "FILTER");

    private final SqlSession sql = new SqlSession()
            .register("sales", NamedSchema.of("sales", "region:string", "units:int32", "price:float64", "day:date"))
            .register("t", NamedSchema.of("t", "a:int32", "b:string", "c:decimal(9, 2)"));

    private void plan(String text) {
        try {
            sql.plan(text);
        } catch (SqlException refused) {
            // As it should be.
        } catch (RuntimeException | Error failure) {
            throw new AssertionError(text, failure);
        }
    }

    @Test
    void tokensInAnyOrder() {
        RandomCases.run(TEXTS, random -> {
            StringBuilder text = new StringBuilder("SELECT ");
            for (int i = random.nextInt(1, 30); i > 0; i--) {
                text.append(TOKENS.get(random.nextInt(TOKENS.size()))).append(' ');
            }
            plan(text.toString());
        });
    }

    @Test
    void queriesOfTheGrammar() {
        RandomCases.run(TEXTS, random -> plan(new RandomSql(random).query(DEPTH)));
    }

    @Test
    void queriesWithTokensLostDoubledOrReplaced() {
        RandomCases.run(TEXTS, random -> {
            List<String> tokens =
                    new ArrayList<>(List.of(new RandomSql(random).query(DEPTH).split("(?<=\\W)|(?=\\W)")));
            for (int i = random.nextInt(1, 4); i > 0 && !tokens.isEmpty(); i--) {
                mutate(tokens, random);
            }
            plan(String.join("", tokens));
        });
    }

    private static void mutate(List<String> tokens, SplittableRandom random) {
        int at = random.nextInt(tokens.size());
        switch (random.nextInt(3)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
            default -> tokens.set(at, " " + TOKENS.get(random.nextInt(TOKENS.size())) + " ");
        }
    }
}
