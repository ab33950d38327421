package dev.sheaf.io.remote;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Checks a signature as a server does: from the request as it arrived.
final class Signatures {
    private static final Pattern HEADER = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=[^/]+/(\\d{8})/([^/]+)/s3/aws4_request,SignedHeaders=([^,]+),Signature=(\\w+)");

    private Signatures() {}

    static boolean isRight(HttpExchange exchange, String secret) {
        Matcher header =
                HEADER.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        if (!header.matches() || !header.group(3).contains("host")) {
            return false;
        }
        String headers = Stream.of(header.group(3).split(";"))
                .map(name -> name + ":" + exchange.getRequestHeaders().getFirst(name) + "\n")
                .collect(Collectors.joining());
        String query = exchange.getRequestURI().getRawQuery();
        String sorted =
                query == null ? "" : Stream.of(query.split("&")).sorted().collect(Collectors.joining("&"));
        String request =
                exchange.getRequestMethod() + "\n" + exchange.getRequestURI().getRawPath() + "\n" + sorted + "\n"
                        + headers + "\n" + header.group(3) + "\n"
                        + exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
        String scope = header.group(1) + "/" + header.group(2) + "/s3/aws4_request";
        try {
            byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
            for (String part : scope.split("/")) {
                key = hmac(key, part);
            }
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
            String text = "AWS4-HMAC-SHA256\n" + exchange.getRequestHeaders().getFirst("x-amz-date") + "\n" + scope
                    + "\n" + HexFormat.of().formatHex(hash);
            return HexFormat.of().formatHex(hmac(key, text)).equals(header.group(4));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
