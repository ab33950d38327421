package dev.sheaf.sqllogic;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Runs the records of a script on a connection.
final class LogicRun {
    private final Connection connection;
    private final Set<String> names;
    private final Map<String, String> labels = new HashMap<>();
    private int threshold;

    /// `names` are those by which scripts may call the engine in `skipif` and `onlyif`.
    LogicRun(Connection connection, Set<String> names) {
        this.connection = connection;
        this.names = names;
    }

    /// What came of a script: how many records gave what they should, what was wrong, and what was refused; `left` says
    /// why the rest of the file was not run.
    record Outcome(int right, List<String> wrong, List<String> refused, String left) {}

    Outcome run(List<LogicRecord> records) {
        int right = 0;
        List<String> wrong = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (LogicRecord each : records) {
            try {
                switch (each) {
                    case LogicRecord.HashThreshold limit -> threshold = limit.values();
                    case LogicRecord.Unknown unknown -> {
                        return new Outcome(right, wrong, refused, unknown.line() + ": " + unknown.what());
                    }
                    case LogicRecord.Halt halt -> {
                        if (halt.condition().holds(names)) {
                            return new Outcome(right, wrong, refused, "");
                        }
                    }
                    case LogicRecord.Command command
                    when command.condition().holds(names) -> {
                        run(command);
                        right++;
                    }
                    case LogicRecord.Query query
                    when query.condition().holds(names) -> {
                        run(query);
                        right++;
                    }
                    case LogicRecord.Command _, LogicRecord.Query _ -> {}
                }
            } catch (SQLException refusal) {
                refused.add("line " + each.line() + ": " + refusal.getMessage());
            } catch (WrongAnswer answer) {
                wrong.add("line " + each.line() + ": " + answer.getMessage());
            }
        }
        return new Outcome(right, wrong, refused, "");
    }

    private void run(LogicRecord.Command command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(command.sql())) {
                drain(statement.getResultSet());
            }
        } catch (SQLException refusal) {
            if (command.fails()) {
                return;
            }
            throw refusal;
        }
        if (command.fails()) {
            throw new WrongAnswer("this should fail:\n" + command.sql());
        }
    }

    /// Rows are computed as they are read, and so may fail then.
    private static void drain(ResultSet rows) throws SQLException {
        while (rows.next()) {
            // The values do not matter.
        }
    }

    private void run(LogicRecord.Query query) throws SQLException {
        LogicValues found;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query.sql())) {
            found = values(rows, query.types()).sorted(query.sorting());
        }
        if (!query.types().isEmpty() && found.columns() != query.types().length()) {
            throw new WrongAnswer(
                    found.columns() + " columns instead of " + query.types().length() + ":\n" + query.sql());
        }
        checkLabel(query, found);
        if (query.expected().size() == 1 && query.expected().getFirst().contains(" values hashing to ")) {
            check(query, query.expected().getFirst().equals(found.hash()), found.hash());
        } else if (threshold == 0
                || found.values().size() <= threshold
                || !query.expected().isEmpty()) {
            LogicValues expected =
                    LogicValues.expected(found.columns(), query.expected()).sorted(query.sorting());
            check(query, found.isLike(expected), found.toString());
        }
    }

    private static void check(LogicRecord.Query query, boolean holds, String found) {
        if (!holds) {
            throw new WrongAnswer(
                    query.sql() + "\ngives\n" + found + "\ninstead of\n" + String.join("\n", query.expected()));
        }
    }

    private void checkLabel(LogicRecord.Query query, LogicValues found) {
        if (!query.label().isEmpty()) {
            String before = labels.putIfAbsent(query.label(), found.hash());
            check(query, before == null || before.equals(found.hash()), "another result than the label's first query");
        }
    }

    private static LogicValues values(ResultSet rows, String types) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            for (int column = 1; column <= columns; column++) {
                char letter = column <= types.length() ? types.charAt(column - 1) : 'T';
                String text = ObjectText.of(rows.getObject(column)).orElse(null);
                values.add(LogicValues.written(text == null ? rows.getString(column) : text, letter));
            }
        }
        return new LogicValues(columns, values);
    }

    /// A record whose result is not the one that it states.
    static final class WrongAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongAnswer(String message) {
            super(message);
        }
    }
}
