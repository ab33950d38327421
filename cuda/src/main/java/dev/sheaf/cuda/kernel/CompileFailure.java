package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes the exception for a kernel that does not compile: the first message of the compiler with the line that
/// it is about, and a file with everything.
final class CompileFailure {
    private static final Pattern ERROR = Pattern.compile("(?m)^(\\S+)\\((\\d+)\\): .*error.*$");
    private static final String CALL = "nvrtcCompileProgram";

    private CompileFailure() {}

    static CudaException of(Nvrtc.Program program, Nvrtc.Outcome.Rejected rejected, Path folder) {
        String message = CALL + " of " + program.name() + " failed: " + rejected.codeName() + " (" + rejected.code()
                + ")\n" + firstMessage(program, rejected.log()) + "\n" + keep(program, rejected.log(), folder);
        return new CudaException(message, CALL, rejected.code(), rejected.codeName());
    }

    private static String firstMessage(Nvrtc.Program program, String log) {
        Matcher error = ERROR.matcher(log);
        if (!error.find()) {
            return log.isBlank()
                    ? "The compiler says nothing more."
                    : log.lines().findFirst().orElse("");
        }
        int line = Integer.parseInt(error.group(2));
        return error.group() + "\n  " + line + " | " + line(program, error.group(1), line);
    }

    private static String line(Nvrtc.Program program, String file, int number) {
        String text = file.equals(program.name())
                ? program.source()
                : program.headers().getOrDefault(file, "");
        return text.lines().skip(number - 1L).findFirst().orElse("").strip();
    }

    private static String keep(Nvrtc.Program program, String log, Path folder) {
        try {
            Path file = PrivateFolder.open(folder).resolve(program.name() + ".failed.txt");
            Files.writeString(file, listing(program, log));
            return "Source, options and the full log are in " + file;
        } catch (IOException failure) {
            return "Source and log could not be kept: " + failure.getMessage() + "\n" + log;
        }
    }

    private static String listing(Nvrtc.Program program, String log) {
        StringBuilder text = new StringBuilder(log);
        section(text, "options", String.join("\n", program.options()) + "\n");
        section(text, program.name(), program.source());
        new TreeMap<>(program.headers()).forEach((name, header) -> section(text, name, header));
        return text.toString();
    }

    private static void section(StringBuilder text, String title, String contents) {
        text.append("\n==== ").append(title).append(" ====\n");
        List<String> lines = contents.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            text.append(i + 1).append(" | ").append(lines.get(i)).append('\n');
        }
    }
}
