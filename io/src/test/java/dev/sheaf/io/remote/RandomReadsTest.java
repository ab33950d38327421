package dev.sheaf.io.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.io.remote.http.Patience;
import dev.sheaf.io.remote.s3.AwsSettings;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Reads in any order from files of any size, while requests fail at random.
class RandomReadsTest {
    private static final int MOST_BYTES = 3 << 20;

    @Test
    void everyByteIsWhereItIs() {
        RandomCases.run(200, RandomReadsTest::reads);
    }

    private static void reads(SplittableRandom random) throws IOException {
        byte[] bytes = new byte[(int) Math.pow(MOST_BYTES, random.nextDouble())];
        random.nextBytes(bytes);
        Patience patience = new Patience(50, Duration.ofMillis(1), Duration.ofSeconds(10));
        try (FileServer server = new FileServer()) {
            server.files.put("/x", bytes);
            server.knowsRanges = random.nextInt(5) > 0;
            SplittableRandom whims = random.split();
            server.whim = exchange -> {
                int whim;
                synchronized (whims) {
                    whim = whims.nextInt(6);
                }
                if (whim == 0) {
                    server.send(exchange, 500, new byte[0]);
                } else if (whim == 1) {
                    exchange.sendResponseHeaders(206, 100); // and says no more
                }
                return whim < 2;
            };
            RemoteNames names = new RemoteNames(() -> AwsSettings.of(Map.of(), Path.of("/nowhere")), patience);
            Path path = names.path(server.address() + "/x");
            try (FileChannel channel = FileChannel.open(path)) {
                for (int i = 0; i < 10; i++) {
                    byPosition(channel, bytes, random);
                }
                inOrder(channel, bytes, random);
            }
            try (InputStream stream = Files.newInputStream(path)) {
                int count = random.nextInt(bytes.length + 1);
                assertThat(stream.readNBytes(count)).isEqualTo(Arrays.copyOf(bytes, count));
            }
        }
    }

    private static void byPosition(FileChannel channel, byte[] bytes, SplittableRandom random) throws IOException {
        int from = random.nextInt(bytes.length + 1);
        ByteBuffer target = ByteBuffer.allocate(random.nextInt(bytes.length - from + 10));
        int end = Math.min(bytes.length, from + target.capacity());
        while (target.position() < end - from) {
            channel.read(target, from + target.position());
        }
        assertThat(Arrays.copyOf(target.array(), end - from)).isEqualTo(Arrays.copyOfRange(bytes, from, end));
        assertThat(channel.read(ByteBuffer.allocate(1), bytes.length)).isEqualTo(-1);
    }

    private static void inOrder(FileChannel channel, byte[] bytes, SplittableRandom random) throws IOException {
        channel.position(0);
        ByteBuffer all = ByteBuffer.allocate(bytes.length);
        while (all.hasRemaining()) {
            all.limit(Math.min(bytes.length, all.position() + 1 + random.nextInt(1 << random.nextInt(1, 22))));
            channel.read(all);
            all.limit(bytes.length);
        }
        assertThat(all.array()).isEqualTo(bytes);
        assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
}
