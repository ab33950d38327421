package dev.sheaf.io.text;

/// Where text goes, in UTF-8: a file ([FileTarget]), standard output of a command.
public interface TextTarget extends AutoCloseable {

    /// Adds text.
    ///
    /// @throws java.io.UncheckedIOException if it cannot be written
    void append(CharSequence text);

    /// Completes the text; a file appears under its name now.
    void commit();

    /// Releases the target and, without a commit before, removes what a file has so far.
    @Override
    void close();
}
