package dev.sheaf.io.remote.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The GET requests of AWS's page on Signature Version 4 for S3, with the signatures that it prints.
class SigV4Test {
    private static final Instant THEN = Instant.parse("2013-05-24T00:00:00Z");
    private static final SigV4 SIGNATURE = new SigV4(
            new Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""), "us-east-1");

    @ParameterizedTest
    @CsvSource({
        "/test.txt, bytes=0-9, f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        "/?lifecycle, , fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        "/?max-keys=2&prefix=J, , 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    })
    void theSignaturesThatAwsPrints(String path, String range, String signature) {
        URI uri = URI.create("https://examplebucket.s3.amazonaws.com" + path);
        Map<String, String> others = range == null ? Map.of() : Map.of("Range", range);

        Map<String, String> headers = SIGNATURE.headers(uri, others, THEN);

        assertThat(headers)
                .containsEntry("x-amz-date", "20130524T000000Z")
                .containsEntry(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
                                + ",SignedHeaders=host;" + (range == null ? "" : "range;")
                                + "x-amz-content-sha256;x-amz-date,Signature=" + signature);
    }
}
