package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an answer means that is no file. Messages repeat neither addresses with their parameters nor what a server
/// writes, which may tell keys; only an error code of S3 is taken out of it.
final class HttpErrors {
    /// A server that is overloaded, restarting, or behind one that is.
    private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> GONE = Set.of(404, 410);
    private static final Set<Integer> DENIED = Set.of(401, 403, 407);
    private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z]{1,60})</Code>");

    private HttpErrors() {}

    static boolean isPassing(int status) {
        return PASSING.contains(status);
    }

    static boolean isRedirect(int status) {
        return REDIRECTS.contains(status);
    }

    /// A failure that will not pass.
    static FileSystemException of(Answer answer, String name) {
        String said = "the server answers " + answer.status() + code(answer);
        if (GONE.contains(answer.status())) {
            return new NoSuchFileException(name, null, said + ", there is no such file");
        }
        if (DENIED.contains(answer.status())) {
            return new AccessDeniedException(name, null, said + ", it may not be read");
        }
        return new FileSystemException(name, null, said);
    }

    private static String code(Answer answer) {
        Matcher found = CODE.matcher(new String(answer.bytes(), StandardCharsets.UTF_8));
        String region = answer.headers().firstValue("x-amz-bucket-region").orElse("");
        return (found.find() ? " (" + found.group(1) + ")" : "")
                + (region.matches("[a-z0-9-]{1,30}") ? ", the bucket is in the region " + region : "");
    }

    static FileSystemException changed(String name) {
        return new FileSystemException(name, null, "it has changed since it was opened; open it again");
    }

    static FileSystemException odd(String name, String what) {
        return new FileSystemException(name, null, "the server " + what);
    }

    static FileSystemException gaveUp(String name, int attempts, IOException last) {
        FileSystemException failure = new FileSystemException(
                name, null, "it failed " + attempts + " times, at last because " + reason(last));
        failure.initCause(last);
        return failure;
    }

    private static String reason(IOException last) {
        if (last instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }
}
