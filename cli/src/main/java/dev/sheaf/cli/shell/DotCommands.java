package dev.sheaf.cli.shell;

import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.column.Names;
import dev.sheaf.sql.SqlScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What begins with a dot: the commands of the shell itself.
final class DotCommands {
    static final List<String> NAMES =
            List.of(".help", ".mode", ".quit", ".read", ".save", ".schema", ".tables", ".timing");

    private static final String HELP = """
            .tables            the tables and views
            .schema [TABLE]    the columns of a table, or of all
            .timing on|off     say how long statements take
            .mode NAME         show results as table, csv, json or markdown
            .read FILE         run the statements in a file
            .save FILE         write the result of the last query to a file: .csv, .parquet, .arrow
            .quit              leave; so does Ctrl-D
            Statements end with ; and may have several lines. Ctrl-C stops what runs, Tab completes.
            Files are tables: FROM 'sales/*.parquet';""";

    private final ShellState state;
    private final Screenful screen;
    private final StatementRunner runner;

    DotCommands(ShellState state, Screenful screen, StatementRunner runner) {
        this.state = state;
        this.screen = screen;
        this.runner = runner;
    }

    /// Runs a command.
    ///
    /// @return whether the shell goes on
    /// @throws RuntimeException if it is wrong or fails
    boolean run(String line) {
        String[] words = line.strip().split("\\s+", 2);
        String argument = words.length == 1 ? "" : words[1].strip();
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case ".help" -> screen.say(HELP);
            case ".tables" -> runner.run("SHOW TABLES");
            case ".schema" -> schema(argument);
            case ".timing" -> state.setTiming(isOn(argument));
            case ".mode" -> state.setMode(mode(argument));
            case ".read" -> read(path(argument));
            case ".save" -> save(path(argument));
            case ".quit", ".exit" -> {
                return false;
            }
            default ->
                throw new IllegalArgumentException(
                        "there is no command " + words[0] + "; .help lists them." + Names.didYouMean(words[0], NAMES));
        }
        return true;
    }

    private void schema(String table) {
        List<String> tables = table.isEmpty() ? state.session().tables() : List.of(table);
        for (String name : tables) {
            screen.say(name);
            runner.run("DESCRIBE \"" + name.replace("\"", "\"\"") + "\"");
        }
    }

    private static boolean isOn(String argument) {
        return switch (argument.toLowerCase(Locale.ROOT)) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("write .timing on or .timing off");
        };
    }

    private static ResultFormat mode(String name) {
        ResultFormat mode = ResultFormat.named(name);
        if (mode == ResultFormat.PARQUET || mode == ResultFormat.ARROW) {
            throw new IllegalArgumentException(mode.label() + " needs a file; write .save FILE after the query");
        }
        return mode;
    }

    private static Path path(String argument) {
        if (argument.isEmpty()) {
            throw new IllegalArgumentException("name a file");
        }
        return Path.of(argument.replaceAll("^'(.*)'$", "$1"));
    }

    /// Statements up to the first that fails; the last one needs no `;`.
    private void read(Path file) {
        try {
            SqlScript script = SqlScript.of(Files.readString(file));
            script.statements().forEach(runner::run);
            if (!script.rest().isEmpty()) {
                runner.run(script.rest());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    private void save(Path file) {
        String query = state.lastQuery()
                .orElseThrow(() -> new IllegalArgumentException("there is no result to save; run a query first"));
        runner.save(query, file);
        screen.say("written to " + file);
    }
}
