package dev.sheaf.io.csv;

/// How the rows of one file are written. `quote` is -1 if nothing quotes.
record Dialect(byte delimiter, int quote, boolean header, int skipLines) {

    boolean quotes() {
        return quote >= 0;
    }

    Dialect header(boolean value) {
        return new Dialect(delimiter, quote, value, skipLines);
    }
}
