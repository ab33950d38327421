package dev.sheaf.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.memory.MemoryLimitException;
import org.junit.jupiter.api.Test;

class FailureTest {
    private final MemoryLimitException noRoom = new MemoryLimitException("no room", 2, 1);

    @Test
    void aWorkerThatWasStoppedDoesNotHideWhatStoppedIt() {
        Failure failure = new Failure(QueryContext.create());
        failure.record(new QueryCancelledException("another worker of the query failed"));
        failure.record(noRoom);
        assertThatThrownBy(failure::rethrow).isSameAs(noRoom);
    }

    @Test
    void aQueryThatWasCancelledStaysSo() {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel("enough");
        Failure failure =
                new Failure(QueryContext.builder().cancellation(cancellation).build());
        failure.record(new QueryCancelledException("enough"));
        failure.record(noRoom);
        assertThatThrownBy(failure::rethrow).hasMessage("enough").hasSuppressedException(noRoom);
    }

    @Test
    void laterFailuresAreNotedWithTheFirst() {
        Failure failure = new Failure(QueryContext.create());
        IllegalStateException later = new IllegalStateException("too");
        failure.record(noRoom);
        failure.record(later);
        assertThatThrownBy(failure::rethrow).isSameAs(noRoom).hasSuppressedException(later);
    }
}
