package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.SourceStats;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CudaBackendTest {
    private static final DeviceInfo H200 = new DeviceInfo(
            0,
            "NVIDIA H200",
            "GPU-1",
            "0000:03:00.0",
            9,
            0,
            150_109_880_320L,
            132,
            2048,
            65536,
            233472,
            232448,
            62914560,
            3);

    @Test
    void itIsFoundAsAService() {
        assertThat(Backends.all()).extracting(Backend::name).contains("cuda");
    }

    @Test
    void itSaysOnWhatItRuns() {
        CudaBackend backend = new CudaBackend(() -> new CudaStatus.Available(
                List.of(H200), "13.0", Optional.of(Path.of("/usr/local/cuda/lib64/libnvrtc.so.13"))));

        assertThat(backend.status())
                .isEqualTo(new BackendStatus.Available("NVIDIA H200, 140 GiB, compute capability 9.0; driver for CUDA"
                        + " 13.0, compiler /usr/local/cuda/lib64/libnvrtc.so.13"));
    }

    @Test
    void itSaysWhyItCannotRun() {
        CudaBackend backend = new CudaBackend(() -> new CudaStatus.Unavailable("no driver"));

        assertThat(backend.status()).isEqualTo(new BackendStatus.Unavailable("no driver"));
    }

    @Test
    void itRefusesWhatNoStrategySupportsAndSaysWhy() {
        Offer offer = offer(new DataType.ListType(DataType.INT32), SourceStats.UNKNOWN);

        assertThat(offer).isEqualTo(new Offer.Refused("a GPU computes no values of type list<int32>"));
    }

    @Test
    void itRefusesADeviceThatIsNotThere() {
        CudaBackend backend =
                new CudaBackend(() -> new CudaStatus.Available(List.of(H200), "13.0", Optional.of(Path.of("nvrtc"))));
        QueryContext context = QueryContext.builder()
                .settings(new Settings(Map.of("cuda.device", "1")))
                .build();

        assertThat(backend.offer(request(DataType.INT32), SourceStats.ofRows(10), context))
                .isEqualTo(new Offer.Refused("there is no device 1"));
        assertThat(backend.offer(request(DataType.INT32), SourceStats.ofRows(10), QueryContext.create()))
                .isInstanceOf(Offer.Accepted.class);
    }

    @Test
    void itOffersWhatItTakesWithTheTransfers() {
        Offer offer = offer(DataType.INT32, SourceStats.ofRows(1_000_000_000));

        assertThat(offer).isInstanceOfSatisfying(Offer.Accepted.class, accepted -> {
            assertThat(accepted.estimatedSeconds()).isBetween(0.1, 3.0);
            assertThat(accepted.reason()).contains("3.73 GiB to the device");
        });
    }

    private static Offer offer(DataType key, SourceStats stats) {
        return new CudaBackend().offer(request(key), stats, QueryContext.create());
    }

    private static GroupByRequest request(DataType key) {
        return new GroupByRequest(
                Schema.of(new Field("k", key)),
                Optional.empty(),
                List.of(Expressions.col("k")),
                List.of(Expressions.count().as("n")),
                GroupByOptions.DEFAULT);
    }
}
