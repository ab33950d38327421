package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ExitGuardTest {
    private final ExitGuard guard = new ExitGuard();

    @Test
    void anExitWaitsForWorkThatIsUnderWay() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Thread worker = Thread.ofPlatform()
                .start(() -> guard.run(() -> {
                    begun.countDown();
                    await(mayEnd);
                    ended.set(true);
                    return 1;
                }));
        await(begun);
        AtomicBoolean endedBeforeExit = new AtomicBoolean();
        Thread exit = Thread.ofPlatform().start(() -> {
            guard.close();
            endedBeforeExit.set(ended.get());
        });
        mayEnd.countDown();
        exit.join();
        worker.join();

        assertThat(endedBeforeExit).isTrue();
    }

    @Test
    void noWorkBeginsAfterAnExit() throws InterruptedException {
        assertThat(guard.run(() -> 3)).isEqualTo(3);
        Thread exit = Thread.ofPlatform().start(guard::close);
        exit.join();

        assertThatIllegalStateException()
                .isThrownBy(() -> guard.run(() -> 4))
                .withMessageContaining("process is ending");
    }

    @Test
    void noWorkBeginsWhileAnExitWaits() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread worker = Thread.ofPlatform()
                .start(() -> guard.run(() -> {
                    begun.countDown();
                    await(mayEnd);
                    return 1;
                }));
        await(begun);
        Thread exit = Thread.ofPlatform().start(guard::close);
        while (exit.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        assertThatIllegalStateException().isThrownBy(() -> guard.run(() -> 4));
        mayEnd.countDown();
        exit.join();
        worker.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
