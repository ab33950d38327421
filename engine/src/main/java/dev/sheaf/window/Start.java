package dev.sheaf.window;

import org.jspecify.annotations.Nullable;

/// What runs start with: nothing, or, where one run is computed in parts, what its rows so far have left.
record Start(@Nullable Carry carried) {
    /// Of whole runs.
    static final Start NEW = new Start(null);

    private static final Carry NOTHING = new Carry();

    /// What the rows before have left; to be read.
    Carry before() {
        return carried == null ? NOTHING : carried;
    }

    /// What a run starts with and adds to.
    Carry carry() {
        return carried == null ? new Carry() : carried;
    }
}
