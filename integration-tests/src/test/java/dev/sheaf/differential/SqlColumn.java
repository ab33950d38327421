package dev.sheaf.differential;

/// A column as a query names it, quotes included.
record SqlColumn(String name, Kind kind) {}
