package dev.sheaf.benchmarks.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsTest {
    @Test
    void oneSeedDrawsTheSameOperationsOfEachKind() {
        List<Operation> drawn = new Operations(7).draw(20);

        assertThat(drawn).isEqualTo(new Operations(7).draw(20)).isNotEqualTo(new Operations(8).draw(20));
        assertThat(drawn.stream()
                        .map(operation -> operation.described().get("kind"))
                        .distinct())
                .contains("filter", "sort", "group", "join", "rolling", "assign");
    }

    @Test
    void librariesOfThisProcessAnswerAlike() {
        FrameRows rows = FrameRows.of(700);
        try (SheafFrames sheaf = new SheafFrames(rows, 2)) {
            for (Operation operation : new Operations(3).draw(40)) {
                Answer expected = sheaf.answer(operation);
                for (FrameLibrary other : List.of(new DflibFrames(rows), new TablesawFrames(rows))) {
                    if (other.has(operation)) {
                        assertThat(other.answer(operation))
                                .as(operation + " of " + other.name())
                                .matches(expected::isLike);
                    }
                }
                sheaf.lazy(operation)
                        .ifPresent(query -> assertThat(sheaf.cost(query).wall()).isPositive());
            }
        }
    }

    @Test
    void anAnswerOfOtherRowsOrValuesIsNotTheSame() {
        Answer answer = new Answer(10, 1e6);

        assertThat(answer.isLike(new Answer(10, 1e6 + 1e-5))).isTrue();
        assertThat(answer.isLike(new Answer(11, 1e6))).isFalse();
        assertThat(answer.isLike(new Answer(10, 1e6 + 1))).isFalse();
    }
}
