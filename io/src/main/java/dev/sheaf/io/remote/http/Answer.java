package dev.sheaf.io.remote.http;

import java.net.http.HttpHeaders;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/// What a server said.
///
/// @param bytes the body: a part of a file, a listing, or the beginning of an error's text
/// @param whole a whole file, which came though a part was asked for, in a temporary file that nobody else sees
public record Answer(
        int status,
        HttpHeaders headers,
        byte[] bytes,
        @Nullable FileChannel whole) {
    static final int OK = 200;
    static final int PART = 206;
    static final int CHANGED = 412;
    static final int OUTSIDE = 416;
}
