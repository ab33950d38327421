package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// INSERT with ON CONFLICT, and CHECK, do what they do in DuckDB: random statements one after the other.
class ConflictsDifferentialTest {
    private static final int SCRIPTS = 200;
    private static final int STATEMENTS = 25;
    private static final String ROWS = "SELECT * FROM t ORDER BY ALL";

    @Test
    void randomInsertsDoWhatTheyDoInDuckDb() {
        RandomCases.run(SCRIPTS, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                runScript(new ConflictGenerator(random), pool);
                PoolCheck.assertEmpty(pool);
            }
        });
    }

    private static void runScript(ConflictGenerator generator, MemoryPool pool) throws SQLException {
        List<String> script = new ArrayList<>(List.of(generator.table()));
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession(pool)) {
            duck.execute(script.getFirst());
            sheaf.execute(script.getFirst());
            for (int i = 0; i < STATEMENTS; i++) {
                String statement = generator.statement();
                String outcome = outcomeIn(duck, statement);
                script.add(statement + "; -- " + outcome);
                assertThat(outcomeIn(sheaf, statement)).as(text(script)).isEqualTo(outcome);
                assertThat(rowsOf(sheaf)).as(text(script)).isEqualTo(rowsOf(duck));
            }
        }
    }

    private static String text(List<String> script) {
        return String.join("\n", script);
    }

    private static String outcomeIn(DuckDb duck, String statement) {
        try {
            return duck.update(statement) + " rows";
        } catch (SQLException refused) {
            return "an error";
        }
    }

    private static String outcomeIn(SqlSession sheaf, String statement) {
        try {
            return sheaf.execute(statement) + " rows";
        } catch (IllegalArgumentException refused) {
            return "an error";
        }
    }

    private static String rowsOf(DuckDb duck) throws SQLException {
        return duck.query(ROWS).toString();
    }

    private static String rowsOf(SqlSession sheaf) {
        try (Table result = sheaf.query(ROWS).collect(sheaf.context().build())) {
            return Answer.of(result).toString();
        }
    }
}
