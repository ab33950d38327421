package dev.sheaf.groupby.cuda.device;

import java.util.ArrayDeque;
import java.util.Deque;

/// What has been made so far; closed in reverse order, unless all of it was made and released.
public final class Scope implements AutoCloseable {
    private final Deque<Closing> made = new ArrayDeque<>();

    /// Something to close that throws nothing checked.
    @FunctionalInterface
    public interface Closing {
        void close();
    }

    /// Notes how to close `resource`, and gives it back.
    public <R> R add(R resource, Closing closing) {
        made.push(closing);
        return resource;
    }

    /// Everything was made and belongs to somebody else now.
    public void release() {
        made.clear();
    }

    @Override
    public void close() {
        made.forEach(Closing::close);
        made.clear();
    }
}
