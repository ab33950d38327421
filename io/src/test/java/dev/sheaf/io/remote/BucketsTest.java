package dev.sheaf.io.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.sheaf.query.FileFormats;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Buckets of a server that checks signatures and lists what it has, two names a page.
@Timeout(60)
class BucketsTest {
    private static final String KEY = "AKIDEXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI+K7MDENG";
    private static final int PAGE = 2;

    private FileServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FileServer();
        server.whim = this::bucket;
        System.setProperty("aws.endpointUrlS3", server.address());
        System.setProperty("aws.accessKeyId", KEY);
        System.setProperty("aws.secretAccessKey", SECRET);
        System.setProperty("aws.region", "eu-central-1");
        for (String key :
                List.of("a.csv", "d/a b+c.csv", "d/b.csv", "d/e/c.csv", "d/e/d.csv", "d/f/é.csv", "x.parquet")) {
            server.files.put("/buck/" + key, ("key\n" + key + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void stop() {
        server.close();
        List.of("aws.endpointUrlS3", "aws.accessKeyId", "aws.secretAccessKey", "aws.region")
                .forEach(System::clearProperty);
    }

    private boolean bucket(HttpExchange exchange) throws IOException {
        if (!Signatures.isRight(exchange, SECRET)) {
            server.send(
                    exchange,
                    403,
                    ("<Error><Code>SignatureDoesNotMatch</Code><Message>" + KEY + "</Message></Error>")
                            .getBytes(StandardCharsets.UTF_8));
            return true;
        }
        String query = exchange.getRequestURI().getRawQuery();
        if (query == null) {
            return false;
        }
        Map<String, String> parameters = Arrays.stream(query.split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        server.send(exchange, 200, listing(parameters).getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private String listing(Map<String, String> parameters) {
        String prefix = parameters.get("prefix");
        TreeMap<String, Boolean> names = new TreeMap<>();
        for (String path : server.files.keySet()) {
            String key = path.substring("/buck/".length());
            if (key.startsWith(prefix)) {
                int end = key.indexOf('/', prefix.length());
                names.put(end < 0 ? key : key.substring(0, end + 1), end >= 0);
            }
        }
        TreeSet<String> left = new TreeSet<>(names.tailMap(parameters.getOrDefault("continuation-token", ""), false)
                .keySet());
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><ListBucketResult>");
        String last = "";
        for (String name : left.stream().limit(PAGE).toList()) {
            last = name;
            xml.append(
                    names.get(name)
                            ? "<CommonPrefixes><Prefix>" + name + "</Prefix></CommonPrefixes>"
                            : "<Contents><Key>" + name + "</Key><Size>"
                                    + server.files.get("/buck/" + name).length
                                    + "</Size><Owner><ID>me</ID></Owner></Contents>");
        }
        if (left.size() > PAGE) {
            xml.append("<NextContinuationToken>").append(last).append("</NextContinuationToken>");
        }
        return xml + "</ListBucketResult>";
    }

    private static List<String> files(String name) {
        return FileFormats.files(name).stream().map(Path::toString).toList();
    }

    @Test
    void aFileAFolderAndPatternsAreFound() {
        assertThat(files("s3://buck/a.csv")).containsExactly("s3://buck/a.csv");
        assertThat(files("s3://buck/d/*.csv")).containsExactly("s3://buck/d/a b+c.csv", "s3://buck/d/b.csv");
        assertThat(files("s3://buck/d/**.csv")).hasSize(5);
        assertThat(files("s3://buck/d/[ef]/?.csv"))
                .containsExactly("s3://buck/d/e/c.csv", "s3://buck/d/e/d.csv", "s3://buck/d/f/é.csv");
        assertThat(files("s3://buck/d")).isEqualTo(files("s3://buck/d/")).hasSize(5);
        assertThat(files("s3://buck")).hasSize(7);
    }

    @Test
    void everyKeyIsReadByTheAddressThatTheListGave() throws IOException {
        for (String name : files("s3://buck/d")) {
            Path path = FileFormats.path(name);

            assertThat(Files.readString(path)).isEqualTo("key\n" + name.substring("s3://buck/".length()) + "\n");
        }
    }

    @Test
    void aWrongSecretIsSaidAndNotTold() {
        System.setProperty("aws.secretAccessKey", "wrong");

        assertThatThrownBy(() -> FileFormats.open("s3://buck/a.csv"))
                .hasMessage("cannot read s3://buck/a.csv: the server answers 403 (SignatureDoesNotMatch),"
                        + " it may not be read");
        assertThatThrownBy(() -> FileFormats.open("s3://buck/*.csv")).hasMessageNotContainingAny(KEY, "wrong");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> FileFormats.open("s3://buck/none.csv"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s3://buck/none.csv")
                .hasMessageContaining("404");
        assertThatThrownBy(() -> FileFormats.open("s3://buck/q/*.csv")).hasMessageContaining("no file matches");
        assertThatThrownBy(() -> FileFormats.open("s3://Not A Bucket/x.csv"))
                .hasMessageContaining("no bucket can be called");
    }
}
