package dev.sheaf.cli;

import java.nio.file.Path;

/// A table as the command line names it: `orders=data/*.parquet`, or `data/orders.parquet` for a table `orders`.
record TableArgument(String name, String path) {

    /// @throws IllegalArgumentException if there is no name or no path
    static TableArgument parse(String text) {
        int equals = text.indexOf('=');
        String path = text.substring(equals + 1);
        String name = equals < 0 ? baseName(path) : text.substring(0, equals);
        if (name.isBlank() || path.isBlank()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" names no table; write -t NAME=PATH, such as -t orders=orders.parquet");
        }
        return new TableArgument(name.strip(), path);
    }

    private static String baseName(String path) {
        String name = String.valueOf(Path.of(path).getFileName());
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
