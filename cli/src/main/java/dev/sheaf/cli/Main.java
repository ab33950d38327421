package dev.sheaf.cli;

/// The entry point of the `sheaf` command.
public final class Main {
    private Main() {}

    /// Runs one command and ends the process with its exit code: 0 for success, 2 for a request that makes no sense.
    ///
    /// @param arguments the command line after `sheaf`
    public static void main(String[] arguments) {
        if (arguments.length == 1 && arguments[0].equals("--version")) {
            System.out.println("sheaf " + version());
            return;
        }
        System.err.println("usage: sheaf --version");
        System.exit(2);
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
