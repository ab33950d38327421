package dev.sheaf.io.json;

/// Says where in its chunk a text stops being JSON. Caught where rows are told from each other, hence without a trace.
final class JsonFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int position;

    JsonFault(int position, String problem) {
        super(problem, null, false, false);
        this.position = position;
    }

    /// The byte of the chunk at which it was noticed.
    int position() {
        return position;
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
