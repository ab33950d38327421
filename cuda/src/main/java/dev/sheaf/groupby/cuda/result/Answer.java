package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Table;

/// A result on the host, and how it was found.
public record Answer(Table table, String how) {}
