package dev.sheaf.io.remote.s3;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests that have no body, as AWS's Signature Version 4 says for S3.
///
/// Source: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
final class SigV4 {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE_CHARS = 8;

    private final Credentials credentials;
    private final String region;

    SigV4(Credentials credentials, String region) {
        this.credentials = credentials;
        this.region = region;
    }

    /// The headers to add to a GET that has `others`; their range is signed.
    Map<String, String> headers(URI uri, Map<String, String> others, Instant now) {
        String time = TIME.format(now);
        TreeMap<String, String> added = new TreeMap<>();
        added.put("x-amz-date", time);
        added.put("x-amz-content-sha256", hash(""));
        if (!credentials.token().isEmpty()) {
            added.put("x-amz-security-token", credentials.token());
        }
        TreeMap<String, String> signed = new TreeMap<>(added);
        signed.put("host", uri.getRawAuthority());
        if (others.containsKey("Range")) {
            signed.put("range", others.get("Range"));
        }
        String scope = time.substring(0, DATE_CHARS) + "/" + region + "/s3/aws4_request";
        String text = ALGORITHM + "\n" + time + "\n" + scope + "\n" + hash(canonical(uri, signed));
        added.put(
                "Authorization",
                ALGORITHM + " Credential=" + credentials.key() + "/" + scope + ",SignedHeaders="
                        + String.join(";", signed.keySet()) + ",Signature="
                        + HexFormat.of().formatHex(hmac(key(time.substring(0, DATE_CHARS)), text)));
        return added;
    }

    private static String canonical(URI uri, TreeMap<String, String> signed) {
        String headers = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue().strip() + "\n")
                .collect(Collectors.joining());
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return "GET\n" + path + "\n" + query(uri) + "\n" + headers + "\n" + String.join(";", signed.keySet()) + "\n"
                + hash("");
    }

    private static String query(URI uri) {
        return uri.getRawQuery() == null
                ? ""
                : Arrays.stream(uri.getRawQuery().split("&", -1))
                        .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
                        .sorted()
                        .collect(Collectors.joining("&"));
    }

    private byte[] key(String date) {
        byte[] key = ("AWS4" + credentials.secret()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {date, region, "s3", "aws4_request"}) {
            key = hmac(key, part);
        }
        return key;
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has HmacSHA256", missing);
        }
    }

    private static String hash(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
