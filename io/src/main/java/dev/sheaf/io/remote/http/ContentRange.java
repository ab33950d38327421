package dev.sheaf.io.remote.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The header of a part: `bytes 0-99/1234`, or `bytes */1234` where the range that was asked for is outside.
///
/// @param from the first byte, or -1 if there is none
/// @param byteSize the size of the whole file
record ContentRange(long from, long byteSize) {
    private static final Pattern FORM = Pattern.compile("bytes (?:(\\d{1,18})-\\d{1,18}|\\*)/(\\d{1,18})");

    static Optional<ContentRange> of(Answer answer) {
        Matcher header =
                FORM.matcher(answer.headers().firstValue("Content-Range").orElse(""));
        if (!header.matches()) {
            return Optional.empty();
        }
        long from = header.group(1) == null ? -1 : Long.parseLong(header.group(1));
        return Optional.of(new ContentRange(from, Long.parseLong(header.group(2))));
    }
}
