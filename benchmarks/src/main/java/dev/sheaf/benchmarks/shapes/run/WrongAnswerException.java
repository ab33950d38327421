package dev.sheaf.benchmarks.shapes.run;

/// Both engines answered, and differently.
final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongAnswerException(String message) {
        super(message);
    }
}
