package tilewright.tune;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.device.ArrayShape;
import tilewright.device.KernelShape;
import tilewright.device.ProgramInstance;
import tilewright.model.DataType;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.LeastTimes;
import tilewright.tune.stored.NestSource;
import tilewright.tune.stored.Predicted;
import tilewright.tune.stored.Target;

/**
 * A small nest, and programs for it written by hand. What a program does is chosen by its candidate's first block size:
 * see {@link Behaviour}.
 */
public final class Halving {
    public static final NestSource NEST = new NestSource("halving.nest", """
        param n
        real a(n, n)
        do k = 1, n
          do i = 1, n
            do j = 1, n
              a(i,j) = 0.5 * a(i,j) + 1.0
            enddo
          enddo
        enddo
        """);

    private Halving() {}

    /** The first block size that stands for it is the ordinal plus one. */
    public enum Behaviour {
        RIGHT("a[i * p + j] = 0.5f * a[i * p + j] + 1.0f;"),
        WRONG_IN_THE_LAST_ROW("if (i < n - 1 || n < 3) a[i * p + j] = 0.5f * a[i * p + j] + 1.0f;"),
        REFUSED_BY_THE_COMPILER("a[i * p + j] = nonsense;"),
        CRASH("*(volatile float *) 8 = 1.0f;"),
        HANG("for (;;) sleep(1);"),
        OVERRUN("a[i * p + j] = 0.5f * a[i * p + j] + 1.0f; a[i * p + n] = 0.0f;"),
        ILLEGAL("");

        private final String statement;

        Behaviour(String statement) {
            this.statement = statement;
        }

        public Candidate candidate() {
            return candidate(4);
        }

        public Candidate candidate(int otherBlock) {
            return new Candidate(List.of(ordinal() + 1, otherBlock, 4), List.of(1, 1, 1), new Candidate.Options(1, 1));
        }

        static Behaviour of(Candidate candidate) {
            return values()[candidate.block().getFirst() - 1];
        }
    }

    public static Contender contender(int rank, Behaviour behaviour) {
        return new Contender(rank, behaviour.candidate(rank), predicted(rank * 1e-3));
    }

    static Predicted predicted(double seconds) {
        return new Predicted(seconds, new LinkedHashMap<>(Map.of("reads", 10.0)));
    }

    public static SequencedMap<String, Long> sizes(long n) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", n);
        return sizes;
    }

    public static TuneJob job(List<Contender> contenders, long n) {
        return job(contenders, n, LeastTimes.NONE);
    }

    public static TuneJob job(List<Contender> contenders, long n, LeastTimes leastTimes) {
        return job(contenders, n, Behaviour.RIGHT, source(Behaviour.RIGHT), leastTimes);
    }

    /** @param reference C source of the sequential nest */
    public static TuneJob job(
            List<Contender> contenders, long n, Behaviour baseline, String reference, LeastTimes leastTimes) {
        return new TuneJob(
                NEST,
                NEST.parse(),
                sizes(n),
                Target.C,
                contenders,
                contenders.size(),
                false,
                "one launch per k",
                baseline.candidate(),
                Programs::new,
                reference,
                (double) n * n * n,
                leastTimes);
    }

    /** The same, its contenders drawn from a larger space. */
    static TuneJob drawn(TuneJob job) {
        return new TuneJob(
                job.nest(),
                job.model(),
                job.sizes(),
                job.target(),
                job.contenders(),
                job.space() + 1,
                true,
                job.baselineName(),
                job.baseline(),
                job.programs(),
                job.reference(),
                job.operations(),
                job.leastTimes());
    }

    public static String source(Behaviour behaviour) {
        return "unsigned sleep(unsigned seconds);\n"
                + "void run(float *a, int n) {\n"
                + "  int p = (n + 31) / 32 * 32;\n"
                + "  for (int k = 0; k < n; k++)\n"
                + "    for (int i = 0; i < n; i++)\n"
                + "      for (int j = 0; j < n; j++) { " + behaviour.statement + " }\n"
                + "}\n";
    }

    public static List<ArrayShape> arrays(long n) {
        return List.of(new ArrayShape("a", DataType.REAL, n, n, (n + 31) / 32 * 32));
    }

    /** Writes C for every candidate that is legal. */
    public static class Programs implements ProgramSource {
        @Override
        public void close() {
            // Nothing is held.
        }

        @Override
        public Program generate(Candidate candidate) {
            Behaviour behaviour = Behaviour.of(candidate);
            if (behaviour == Behaviour.ILLEGAL) {
                throw UserError.badInput("block " + candidate.block() + " is illegal");
            }
            return new Program() {
                @Override
                public String source() {
                    return Halving.source(behaviour);
                }

                @Override
                public List<KernelShape> kernels() {
                    return List.of();
                }

                @Override
                public ProgramInstance at(SequencedMap<String, Long> sizes) {
                    return new ProgramInstance(sizes, arrays(sizes.get("n")), List.of());
                }
            };
        }
    }
}
