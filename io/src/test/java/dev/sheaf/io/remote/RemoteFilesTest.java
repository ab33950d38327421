package dev.sheaf.io.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.io.remote.http.Patience;
import dev.sheaf.io.remote.s3.AwsSettings;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tables in files of a server that behaves, and of one that does not.
@Timeout(60)
class RemoteFilesTest {
    private static final Schema SCHEMA = Schema.of(new Field("id", DataType.INT64), new Field("name", DataType.STRING));
    private static final int ROWS = 50_000;

    @TempDir
    private Path folder;

    private FileServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FileServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// Puts a table by this name on the server.
    private byte[] serve(String name) throws IOException {
        Path file = folder.resolve(name);
        QueryContext context = QueryContext.create();
        TableBuilder rows = new TableBuilder(SCHEMA, context.pool());
        for (long id = 0; id < ROWS; id++) {
            rows.row(id, id % 7 == 0 ? null : "name " + Long.toHexString(id * 0x9E3779B97F4A7C15L));
        }
        try (rows;
                Table table = rows.build();
                BatchSink sink = FileFormats.of(file).create(file, SCHEMA, context)) {
            sink.write(table);
            sink.commit();
        }
        byte[] bytes = Files.readAllBytes(file);
        server.files.put("/" + name, bytes);
        return bytes;
    }

    private static List<@Nullable Object> ids(Dataset dataset) {
        try (MemoryPool pool = MemoryPool.withLimit(256 << 20)) {
            QueryContext context = QueryContext.builder().pool(pool).build();
            List<@Nullable Object> ids = new ArrayList<>();
            try (BatchSource source = dataset.scan(Scan.of(List.of("id")), context)) {
                for (Batch batch = source.next(context); batch != null; batch = source.next(context)) {
                    try (Table table = batch.table()) {
                        ids.addAll(table.values("id"));
                    }
                }
            }
            return ids;
        }
    }

    private static Path hurried(String address) {
        Patience patience = new Patience(4, Duration.ofMillis(1), Duration.ofMillis(500));
        return new RemoteNames(() -> AwsSettings.of(Map.of(), Path.of("/nowhere")), patience).path(address);
    }

    private static List<@Nullable Object> read(Path path) {
        return ids(FileFormats.of(path).open(List.of(path)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.parquet", "t.csv", "t.csv.gz", "t.ndjson", "t.json", "t.arrow"})
    void everyFormatIsReadAsFromADisk(String name) throws IOException {
        serve(name);

        List<@Nullable Object> far = ids(FileFormats.open(server.address() + "/" + name));

        assertThat(far)
                .hasSize(ROWS)
                .isEqualTo(ids(FileFormats.open(folder.resolve(name).toString())));
    }

    @Test
    void aParquetFileTakesARequestForEachEndAndOneForEachPieceOfAColumn() throws IOException {
        byte[] bytes = serve("t.parquet");

        read(hurried(server.address() + "/t.parquet"));

        assertThat(server.asked).hasSizeLessThan(8);
        assertThat(bytes.length).isGreaterThan(200_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.parquet", "t.csv", "t.arrow"})
    void aServerWithoutRangesSendsAFileOnce(String name) throws IOException {
        serve(name);
        server.knowsRanges = false;

        assertThat(read(hurried(server.address() + "/" + name))).hasSize(ROWS);

        assertThat(server.bodies).hasValue(1);
    }

    @Test
    void anEmptyFileIsOne() throws IOException {
        server.files.put("/t.csv", new byte[0]);
        Path path = hurried(server.address() + "/t.csv");

        assertThat(Files.size(path)).isZero();
        assertThat(Files.newInputStream(path).read()).isEqualTo(-1);
    }

    @Test
    void aServerThatIsBusyIsAskedAgain() throws IOException {
        serve("t.parquet");
        AtomicInteger busy = new AtomicInteger();
        server.whim = exchange -> {
            boolean now = busy.incrementAndGet() % 3 != 0;
            if (now) {
                exchange.getResponseHeaders().set("Retry-After", "0");
                server.send(exchange, 503, "<b>later</b>".getBytes(StandardCharsets.UTF_8));
            }
            return now;
        };

        assertThat(read(hurried(server.address() + "/t.parquet"))).hasSize(ROWS);
    }

    @Test
    void aConnectionThatBreaksIsMadeAgain() throws IOException {
        byte[] bytes = serve("t.parquet");
        AtomicInteger count = new AtomicInteger();
        server.whim = exchange -> {
            boolean breaks = count.incrementAndGet() % 2 == 0;
            if (breaks) {
                exchange.getResponseHeaders().set("Content-Range", "bytes 0-999/" + bytes.length);
                exchange.sendResponseHeaders(206, 1000);
                exchange.getResponseBody().write(bytes, 0, 10);
            }
            return breaks;
        };

        assertThat(read(hurried(server.address() + "/t.parquet"))).hasSize(ROWS);
    }

    @Test
    void aServerThatStaysBusyOrSilentEndsTheQuery() throws IOException {
        serve("t.csv");
        server.whim = exchange -> {
            server.send(exchange, 503, new byte[0]);
            return true;
        };

        assertFails("/t.csv", "it failed 4 times, at last because the server answers 503");

        server.whim = exchange -> {
            sleep(3000);
            return true;
        };

        assertFails("/t.csv", "it failed 4 times");
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertFails(String pathAndQuery, String... words) {
        String address = server.address() + pathAndQuery;
        assertThatThrownBy(() -> read(hurried(address)))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining(server.address())
                .hasMessageContainingAll(words);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 410, 418})
    void whatIsNoFileIsSaid(int status) {
        server.whim = exchange -> {
            server.send(exchange, status, new byte[0]);
            return true;
        };

        assertFails("/t.parquet", "the server answers " + status);
    }

    @Test
    void messagesTellNoPasswordAndNoToken() {
        String address = server.address().replace("//", "//me:secret@") + "/t.parquet?token=secret";

        assertThatThrownBy(() -> FileFormats.open(address))
                .hasMessageStartingWith("cannot read " + server.address() + "/t.parquet: the server answers 404")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> FileFormats.open("https://me:secret@/x%zz.csv"))
                .hasMessageNotContaining("secret");
    }

    @Test
    void aPasswordGoesToItsHostAlone() throws IOException {
        serve("t.csv");
        List<String> told = new ArrayList<>();
        server.whim = exchange -> {
            told.add(exchange.getRequestHeaders().getFirst("Host") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            boolean moved = exchange.getRequestURI().getPath().equals("/moved.csv");
            if (moved) {
                String place = server.address().replace("localhost", "127.0.0.1") + "/t.csv";
                exchange.getResponseHeaders().set("Location", place);
                server.send(exchange, 307, new byte[0]);
            }
            return moved;
        };

        assertThat(read(hurried(server.address().replace("//", "//me:pw@") + "/moved.csv")))
                .hasSize(ROWS);

        assertThat(told).anyMatch(line -> line.startsWith("localhost") && line.endsWith("Basic bWU6cHc="));
        assertThat(told).noneMatch(line -> line.startsWith("127") && !line.endsWith("null"));
    }

    @Test
    void redirectsInACircleEnd() {
        server.whim = exchange -> {
            exchange.getResponseHeaders().set("Location", "/again.csv");
            server.send(exchange, 302, new byte[0]);
            return true;
        };

        assertFails("/t.csv", "redirects more than 10 times");
    }

    @Test
    void aFileThatChangesIsNotMixed() throws IOException {
        serve("t.parquet");
        Path path = hurried(server.address() + "/t.parquet");
        Dataset dataset = FileFormats.of(path).open(List.of(path));
        server.tags.put("/t.parquet", "\"2\"");

        assertThatThrownBy(() -> ids(dataset)).hasMessageContaining("it has changed since it was opened");
    }

    @Test
    void aServerThatSendsAnotherPartIsNotBelieved() throws IOException {
        byte[] bytes = serve("t.parquet");
        server.whim = exchange -> {
            FileServer.part(exchange, bytes, 8, 1000);
            return true;
        };

        assertFails("/t.parquet", "sends another part of the file than was asked for");
    }

    @Test
    void aServerThatSendsMoreThanWasAskedForIsNotBelieved() throws IOException {
        byte[] bytes = serve("t.parquet");
        server.whim = exchange -> {
            FileServer.part(exchange, bytes, 0, bytes.length);
            return true;
        };

        assertFails("/t.parquet", "more than the 65536 bytes");
    }

    @Test
    void nothingIsWrittenThere() {
        Path path = hurried(server.address() + "/out.csv");

        assertThatThrownBy(() -> FileFormats.of(path).create(path, SCHEMA, QueryContext.create()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only read");
    }

    @Test
    void otherAddressesAreRefusedWithAdvice() {
        assertThatThrownBy(() -> FileFormats.open("ftp://example.org/x.csv"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("files are not read by ftp: addresses");
        assertThatThrownBy(() -> FileFormats.open(server.address() + "/*.csv")).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> FileFormats.open("http://no-such-host.invalid/x.csv"))
                .hasMessageContaining("there is no host no-such-host.invalid");
    }
}
