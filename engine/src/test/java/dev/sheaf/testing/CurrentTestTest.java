package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrentTestTest {

    @Test
    void hasTheNameOfClassAndMethod() {
        assertThat(CurrentTest.get().name()).isEqualTo("CurrentTestTest#hasTheNameOfClassAndMethod");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aParameterisedOneHasTheNumberOfItsInvocation(int number) {
        assertThat(CurrentTest.get().name())
                .isEqualTo("CurrentTestTest#aParameterisedOneHasTheNumberOfItsInvocation[" + number + "]");
    }

    @Test
    void itsSetsOfCasesAreNumbered() {
        CurrentTest.Running running = CurrentTest.get();
        assertThat(running.set(running.nextCall())).isEqualTo("CurrentTestTest#itsSetsOfCasesAreNumbered");
        assertThat(running.set(running.nextCall())).isEqualTo("CurrentTestTest#itsSetsOfCasesAreNumbered/2");
    }

    @Test
    void threadsThatATestStartsKnowItToo() throws InterruptedException {
        AtomicReference<String> name = new AtomicReference<>();
        Thread thread = new Thread(() -> name.set(CurrentTest.get().suite()));
        thread.start();
        thread.join();

        assertThat(name.get()).isEqualTo("CurrentTestTest#threadsThatATestStartsKnowItToo");
    }

    @Nested
    class Inside {
        @Test
        void hasTheNameOfTheInnerClass() {
            assertThat(CurrentTest.get().name()).isEqualTo("CurrentTestTest$Inside#hasTheNameOfTheInnerClass");
        }
    }
}
