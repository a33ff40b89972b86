package tilewright.ranking.cost;

/** The two laws by which times combine. */
public final class Queueing {
    private Queueing() {}

    /**
     * Time of one cycle of {@code customers} blocks that share a server and then wait elsewhere, by mean value
     * analysis of a closed network with one queue and one delay (Reiser and Lavenberg, "Mean-value analysis of closed
     * multichain queuing networks", J. ACM 27(2), 1980). Example: service 2, delay 1, one customer: 3; two customers:
     * 2 (1 + 2/3) + 1 = 4.33 for both, where perfect overlap would give 4.
     *
     * @param customers resident blocks, at least 1
     * @param service seconds of the server per visit
     * @param delay seconds a customer spends elsewhere
     */
    static double cycle(int customers, double service, double delay) {
        double waiting = 0;
        double cycle = service + delay;
        for (int c = 1; c <= customers; c++) {
            double response = service * (1 + waiting);
            cycle = response + delay;
            waiting = cycle == 0 ? 0 : c * response / cycle;
        }
        return cycle;
    }

    /**
     * Time of three resources that work at the same time but get in each other's way: the p-norm. Example: 3, 4 and 12 with
     * p = 2 give 13; a larger p comes nearer to the maximum.
     */
    static double overlapped(double first, double second, double third, double p) {
        return overlapped(overlapped(first, second, p), third, p);
    }

    /** The same of two. */
    static double overlapped(double first, double second, double p) {
        double larger = Math.max(first, second);
        if (larger == 0) {
            return 0;
        }
        double ratio = Math.min(first, second) / larger;
        return ratio < 1e-6 ? larger : larger * Math.pow(1 + Math.pow(ratio, p), 1 / p);
    }
}
