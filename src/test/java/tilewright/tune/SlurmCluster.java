package tilewright.tune;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Slurm of its own on this machine: one controller and some nodes that share the computer, as the user who runs the
 * test, without authentication.
 */
final class SlurmCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** Of every node; they are names alone. */
    private static final int GPUS = 4;

    private final Path folder;
    private final List<Process> daemons = new ArrayList<>();
    private Process controller;

    private SlurmCluster(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        controller = startController();
    }

    /** Whether Slurm is installed. */
    static boolean isInstalled() {
        return program("slurmctld").isPresent()
                && program("slurmd").isPresent()
                && program("srun").isPresent();
    }

    /** Starts one and waits until its nodes are idle. */
    static SlurmCluster start(Path folder, int nodes) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(folder.resolve("slurm.conf"), configuration(folder, nodes));
        // Any files will do for devices that nobody opens.
        for (int gpu = 0; gpu < GPUS; gpu++) {
            Files.createFile(folder.resolve("gpu" + gpu));
        }
        Files.writeString(folder.resolve("gres.conf"), "Name=gpu File=%s/gpu[0-%d]%n".formatted(folder, GPUS - 1));
        SlurmCluster cluster = new SlurmCluster(folder);
        for (int node = 1; node <= nodes; node++) {
            cluster.daemons.add(cluster.daemon("slurmd", "-D", "-N", "n" + node));
        }
        try {
            cluster.await("idle", nodes);
        } catch (IllegalStateException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private static String configuration(Path folder, int nodes) throws IOException, InterruptedException {
        String host = new String(new ProcessBuilder("hostname", "-s")
                        .start()
                        .getInputStream()
                        .readAllBytes())
                .strip();
        int port = freePorts(nodes + 1);
        String user = System.getProperty("user.name");
        return """
            ClusterName=test
            SlurmctldHost=%s(127.0.0.1)
            SlurmUser=%s
            SlurmdUser=%s
            SlurmctldPort=%d
            AuthType=auth/none
            CredType=cred/none
            StateSaveLocation=%s/state
            SlurmdSpoolDir=%s/%%n
            SlurmctldPidFile=%s/controller.pid
            SlurmdPidFile=%s/%%n.pid
            SlurmctldLogFile=%s/controller.log
            SlurmdLogFile=%s/%%n.log
            SlurmdParameters=config_overrides
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            SwitchType=switch/none
            MpiDefault=none
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            ReturnToService=2
            GresTypes=gpu
            KillWait=2
            SlurmdTimeout=15
            SchedulerParameters=batch_sched_delay=0,sched_interval=1
            NodeName=n[1-%d] NodeAddr=127.0.0.1 NodeHostname=%s Port=[%d-%d] CPUs=8 Gres=gpu:%d State=UNKNOWN
            PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
            """.formatted(
                        host,
                        user,
                        user,
                        port,
                        folder,
                        folder,
                        folder,
                        folder,
                        folder,
                        folder,
                        nodes,
                        host,
                        port + 1,
                        port + nodes,
                        GPUS);
    }

    /**
     * The first of so many ports in a row that nobody listens at: below those that systems give to whoever asks for any, since a
     * controller that starts again must find its own free.
     */
    private static int freePorts(int count) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (areFree(first, count)) {
                return first;
            }
        }
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket taken = new ServerSocket(port)) {
                if (taken.getLocalPort() != port) {
                    return false;
                }
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Path> program(String name) {
        String path = String.valueOf(System.getenv("PATH")) + ":/usr/sbin:/sbin";
        return Stream.of(path.split(":"))
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Process startController() throws IOException, InterruptedException {
        return daemon("slurmctld", "-D");
    }

    private Process daemon(String name, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program(name).orElseThrow().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(settings());
        return builder.start();
    }

    /** What the environment of Slurm's commands needs. */
    Map<String, String> settings() {
        return Map.of("SLURM_CONF", folder.resolve("slurm.conf").toString());
    }

    /** Runs one of Slurm's commands. */
    String run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(command));
        all.set(0, program(command[0]).orElseThrow().toString());
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().putAll(settings());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** Waits until so many nodes are in a state. */
    private void await(String state, int count) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        String seen = "";
        while (System.nanoTime() < end) {
            seen = run("sinfo", "-h", "-N", "-o", "%t");
            if (seen.lines().filter(state::equals).count() == count) {
                return;
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("nodes are " + seen + Files.readString(folder.resolve("controller.log")));
    }

    /** What its daemons wrote last, and what it has to do. */
    String state() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder(run("sinfo", "-N", "-l")).append(run("squeue", "-l"));
        try (Stream<Path> logs = Files.list(folder)) {
            for (Path log : logs.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                List<String> lines = Files.readAllLines(log);
                text.append(log.getFileName()).append('\n');
                lines.subList(Math.max(0, lines.size() - 20), lines.size())
                        .forEach(line -> text.append("  ").append(line).append('\n'));
            }
        }
        return text.toString();
    }

    /** Takes no new jobs to a node, and cancels those that are there. */
    void drain(String node) throws IOException, InterruptedException {
        run("scontrol", "update", "nodename=" + node, "state=drain", "reason=test");
        run("scancel", "--nodelist=" + node);
    }

    /** Kills a node's daemon and whatever runs there, as a loss of power does. */
    void lose(int node) {
        daemons.get(node - 1).destroyForcibly();
        ProcessHandle.allProcesses()
                .filter(process -> isOnNode(process, "n" + node))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Ends the controller and starts another one, which knows what the first did: it writes its state when it is told to end. One that is
     * killed forgets its last seconds; Slurm then hands out numbers of jobs again and keeps nodes for jobs that have ended.
     */
    void restartController() throws IOException, InterruptedException {
        controller.destroy();
        controller.waitFor();
        controller = startController();
    }

    /** Kills something that runs on a node, as the kernel does when memory is short. */
    boolean killSomething() {
        return ProcessHandle.allProcesses()
                .filter(process -> isOnNode(process, "n"))
                .findFirst()
                .map(ProcessHandle::destroyForcibly)
                .orElse(false);
    }

    /** Slurm tells the processes that it starts where they are. */
    private boolean isOnNode(ProcessHandle process, String node) {
        try {
            String environment = Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
            return environment.contains("SLURMD_NODENAME=" + node) && environment.contains(folder.toString());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        boolean interrupted = false;
        try {
            run("scancel", "--state=RUNNING");
            run("scancel", "--state=PENDING");
        } catch (InterruptedException e) {
            interrupted = true;
        }
        daemons.add(controller);
        daemons.forEach(Process::destroy);
        for (Process daemon : daemons) {
            try {
                if (!daemon.waitFor(5, TimeUnit.SECONDS)) {
                    daemon.destroyForcibly();
                }
            } catch (InterruptedException e) {
                daemon.destroyForcibly();
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
