package dev.sheaf.benchmarks.frames;

/// What an answer comes to: how many rows, and a number made of its values, see [FrameLibrary#answer].
record Answer(long rows, double sum) {
    private static final double TOLERANCE = 1e-9;

    boolean isLike(Answer other) {
        return rows == other.rows && Math.abs(sum - other.sum) <= TOLERANCE * Math.max(1, Math.abs(sum));
    }
}
