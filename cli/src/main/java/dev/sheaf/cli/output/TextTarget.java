package dev.sheaf.cli.output;

/// Where text goes, in UTF-8: standard output ([StreamTarget]) or a file ([FileTarget]).
public interface TextTarget extends AutoCloseable {

    /// Adds text.
    ///
    /// @throws java.io.UncheckedIOException if it cannot be written
    /// @throws ReaderGoneException if nobody reads any more
    void append(CharSequence text);

    /// Completes the text; a file appears under its name now.
    void commit();

    /// Releases the target and, without a commit before, removes what a file has so far.
    @Override
    void close();
}
