package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// An engine in a process of its own, which takes a line for each thing to do and answers with a line: `load FILE`
/// and `run QUESTION` with the milliseconds that it took, `version` with its release, anything that begins with
/// `error` with what went wrong. It ends when its standard input ends.
public final class ProcessEngine implements Engine {
    private final String name;
    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    private ProcessEngine(String name, Process process) {
        this.name = name;
        this.process = process;
        this.requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /// Starts a process.
    static ProcessEngine start(String name, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        try {
            return new ProcessEngine(name, builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.getFirst() + " for " + name, failure);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return ask("version");
    }

    @Override
    public boolean isInProcess() {
        return false;
    }

    @Override
    public void load(Workload workload) {
        ask("load " + workload.file().toAbsolutePath());
    }

    @Override
    public double millis(Question question) {
        return Double.parseDouble(ask("run " + question.name()));
    }

    /// The line that answers another one.
    ///
    /// @throws IllegalStateException if the process ended or says that something went wrong
    public String ask(String request) {
        try {
            requests.write(request + "\n");
            requests.flush();
            String answer = answers.readLine();
            if (answer == null || answer.startsWith("error")) {
                throw new IllegalStateException(
                        name + " does not " + request + ": " + (answer == null ? "it ended" : answer));
            }
            return answer;
        } catch (IOException gone) {
            throw new UncheckedIOException(name + " ended while it was asked to " + request, gone);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
