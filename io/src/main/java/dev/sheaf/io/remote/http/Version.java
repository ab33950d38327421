package dev.sheaf.io.remote.http;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/// Which state of a file was opened, so that what is read later is of the same.
///
/// @param tag the strong entity tag, or empty
/// @param date the date of the last change as the server writes it, or empty
public record Version(long byteSize, String tag, String date) {
    private static final String WEAK = "W/";

    static Version of(long byteSize, HttpHeaders headers) {
        String tag = headers.firstValue("ETag").orElse("");
        return new Version(
                byteSize,
                tag.startsWith(WEAK) ? "" : tag,
                headers.firstValue("Last-Modified").orElse(""));
    }

    /// Headers that have the server refuse another state. A date is as coarse as a second, but better than nothing.
    Map<String, String> conditions() {
        if (!tag.isEmpty()) {
            return Map.of("If-Match", tag);
        }
        return date.isEmpty() ? Map.of() : Map.of("If-Unmodified-Since", date);
    }

    /// When the file changed last, or the beginning of 1970 if the server does not say.
    public Instant modified() {
        try {
            return date.isEmpty()
                    ? Instant.EPOCH
                    : ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant();
        } catch (DateTimeException unreadable) {
            return Instant.EPOCH;
        }
    }
}
