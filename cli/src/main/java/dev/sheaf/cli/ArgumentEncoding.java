package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Whether Java has read the arguments as they were typed.
///
/// Java decodes them in the character set of the locale, and what that has no character for is lost: a comparison with
/// it finds nothing, and says nothing. The launcher sees to a locale of UTF-8; this is for processes started without
/// it.
final class ArgumentEncoding {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private ArgumentEncoding() {}

    /// Whether all arguments are ASCII, or were read as UTF-8.
    static boolean isTrusted(String[] arguments) {
        boolean anyLocale =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return anyLocale || isTrusted(arguments, charset(), commandLine());
    }

    /// Whether arguments that were read in `charset` are what was typed. `commandLine` has the bytes of the whole
    /// command, each argument ended by a zero; it is empty where the system does not tell.
    static boolean isTrusted(String[] arguments, String charset, byte[] commandLine) {
        if (charset.equalsIgnoreCase("UTF-8")) {
            return true;
        }
        int start = commandLine.length;
        for (int zeros = 0; start > 0 && zeros <= arguments.length; start--) {
            zeros += commandLine[start - 1] == 0 ? 1 : 0;
        }
        for (int i = start; i < commandLine.length; i++) {
            if (commandLine[i] < 0) {
                return false;
            }
        }
        return Arrays.stream(arguments).allMatch(argument -> argument.chars().allMatch(c -> c < 0x80));
    }

    private static String charset() {
        return System.getProperty("sun.jnu.encoding", "unknown");
    }

    private static byte[] commandLine() {
        try {
            return Files.isReadable(COMMAND_LINE) ? Files.readAllBytes(COMMAND_LINE) : new byte[0];
        } catch (IOException _) {
            return new byte[0];
        }
    }

    /// Says what to do, and returns the exit code.
    static int refuse(Terminal terminal) {
        terminal.tell("the locale's character set is " + charset()
                + ", in which Java cannot read arguments that are not ASCII; set LC_ALL=C.UTF-8, or start"
                + " Sheaf by its launcher ./sheaf");
        return ExitCode.WRONG_REQUEST;
    }
}
