package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Explain;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Statements about queries and tables: EXPLAIN, DESCRIBE and SHOW TABLES, answered by rows like any query.
final class Commands {
    private final String sql;
    private final List<Token> tokens;
    private final Function<String, LogicalPlan> planner;

    private Commands(String sql, List<Token> tokens, Function<String, LogicalPlan> planner) {
        this.sql = sql;
        this.tokens = tokens;
        this.planner = planner;
    }

    /// The answer to a statement, or empty if the text is a query. `planner` plans queries.
    static Optional<LogicalPlan> plan(String sql, Relations tables, Function<String, LogicalPlan> planner) {
        Commands command = new Commands(sql, Lexer.tokens(new Source(sql)), planner);
        return switch (command.tokens.getFirst().word()) {
            case "EXPLAIN" -> Optional.of(command.explain());
            case "DESCRIBE", "DESC" -> Optional.of(command.describe());
            case "SHOW" -> Optional.of(command.show(tables));
            default -> Optional.empty();
        };
    }

    private LogicalPlan explain() {
        String text = Explain.text(planner.apply(withoutCommand("")), QueryContext.create());
        return rows(text.lines().map(List::<Object>of).toList(), Schema.of(new Field("plan", DataType.STRING, false)));
    }

    private LogicalPlan describe() {
        boolean isTable = (tokens.get(1).isName()
                        && !Parser.QUERY_STARTS.contains(tokens.get(1).word()))
                || tokens.get(1).kind() == Token.Kind.STRING;
        Schema described = planner.apply(withoutCommand(isTable ? "FROM" : "")).schema();
        return rows(
                described.fields().stream()
                        .map(field ->
                                List.<Object>of(field.name(), field.type().toString(), field.nullable() ? "YES" : "NO"))
                        .toList(),
                Schema.of(
                        new Field("column_name", DataType.STRING, false),
                        new Field("column_type", DataType.STRING, false),
                        new Field("null", DataType.STRING, false)));
    }

    private LogicalPlan show(Relations tables) {
        if (!tokens.get(1).is("TABLES") || tokens.size() > 4) {
            throw new Source(sql).error(0, sql.length(), "SHOW TABLES lists the tables; DESCRIBE t the columns of one");
        }
        return rows(
                tables.names().stream().map(List::<Object>of).toList(),
                Schema.of(new Field("name", DataType.STRING, false)));
    }

    /// The text with the first word overwritten, so that places in it stay what they are.
    private String withoutCommand(String replacement) {
        Token command = tokens.getFirst();
        String blank = replacement + " ".repeat(command.end() - command.start() - replacement.length());
        return sql.substring(0, command.start()) + blank + sql.substring(command.end());
    }

    private static LogicalPlan rows(List<List<Object>> rows, Schema schema) {
        return new LogicalPlan.Scan(new ConstantRows(schema, rows), schema.names(), Optional.empty());
    }
}
