package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.model.UserError;
import tilewright.tiling.rewrite.Copies;
import tilewright.tiling.rewrite.NewNames;
import tilewright.tiling.rewrite.Substitution;

/**
 * Operands of a product, copied to arrays of their own in the order in which blocks read them (data copying: Temam, Granston, Jalby, To copy or not to
 * copy, Supercomputing 1993; packing: Goto, van de Geijn, Anatomy of high-performance matrix multiplication, ACM TOMS 34, 2008). A copy takes as many steps
 * as an operand has elements, a product many times that. Rows of the copy start at whole accesses and have their neighbours side by side, where those
 * of the operand are scattered over memory or run along another loop.
 *
 * <p>Before, with a view A of a tensor, whose elements take a look at two tables: {@code do x; do y; do z; C(x,y) = C(x,y) + A(x,z) * B(z,y)}. After:
 * {@code do z; do x; A_packed(z,x) = A(x,z)}, the same for B, and the product of these.
 *
 * <p>{@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result: it looks through statements that copy.
 */
public final class Packing {
    private final LoopNest nest;
    private final Map<String, Node.Loop> loops = new LinkedHashMap<>();
    private final NewNames names;

    private Packing(LoopNest nest, LoopChain chain) {
        this.nest = nest;
        this.names = new NewNames(nest);
        chain.loops().forEach(l -> loops.put(l.variable(), l));
    }

    /** The nest with such copies; nothing where it is no product, or every operand stands as it is read. */
    public static Optional<LoopNest> of(LoopNest nest) {
        return LoopChain.of(nest)
                .flatMap(chain -> Contraction.of(nest).flatMap(product -> new Packing(nest, chain).packed(product)));
    }

    static UserError nothingToPack(LoopNest nest) {
        return UserError.badInput("--schedule packed: " + nest.name()
                + " is no product of two operands one of which is scattered over memory; leave --schedule out");
    }

    /** Why the nest may be planned so, a sentence. */
    static String rule(LoopNest before, LoopNest after) {
        return "operands are read from copies ("
                + NewNames.ofArrays(before, after)
                + "), made first, as nothing writes them";
    }

    private Optional<LoopNest> packed(Contraction product) {
        PlacedStatement update = nest.statements().stream()
                .filter(p -> p.depth() == loops.size())
                .findFirst()
                .orElseThrow();
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        List<Node> body = new ArrayList<>();
        Map<Integer, Access> copies = new LinkedHashMap<>();
        for (Access operand : update.statement().accesses()) {
            List<String> order = order(operand, product);
            if (nest.isWritten(operand.array()) || order.isEmpty() || stands(operand, order)) {
                continue;
            }
            String name = names.fresh(operand.array() + "_packed");
            arrays.add(ArrayDeclaration.scratch(
                    name,
                    nest.array(operand.array()).type(),
                    order.stream()
                            .map(l -> new ArrayDeclaration.Bounds(loop(l).lower(), loop(l).upper()))
                            .toList(),
                    operand.position()));
            List<Affine> place = order.stream().<Affine>map(Affine::variable).toList();
            body.add(copy(operand, name, place, order));
            copies.put(operand.index(), Copies.access(operand.index(), name, place, operand.position()));
        }
        if (copies.isEmpty()) {
            return Optional.empty();
        }
        String id = update.statement().id();
        body.addAll(Substitution.ofAccesses(
                nest.body(),
                (statement, access) -> statement.equals(id) ? copies.getOrDefault(access.index(), access) : access));
        return Optional.of(nest.with(arrays, body));
    }

    /** The loops that index an operand, in the order of the dimensions of its copy: sums, then rows or columns of the result, along which threads have neighbours. */
    private static List<String> order(Access operand, Contraction product) {
        return Stream.of(product.batch(), product.sums(), product.rows(), product.columns())
                .flatMap(List::stream)
                .filter(l ->
                        operand.indices().stream().anyMatch(i -> i.variables().contains(l)))
                .toList();
    }

    /** Whether threads find neighbours where they look for them, so that a copy would be no gain. */
    private boolean stands(Access operand, List<String> order) {
        return nest.array(operand.array()).isDense()
                && ViewBuilder.alongRow(operand.indices()).equals(order.getLast());
    }

    private Node copy(Access operand, String name, List<Affine> place, List<String> order) {
        Node node = new Statement(
                names.statement(),
                Copies.access(1, name, place, operand.position()),
                new Expression.Read(Copies.access(2, operand.array(), operand.indices(), operand.position())),
                operand.position());
        for (String variable : order.reversed()) {
            Node.Loop loop = loop(variable);
            node = new Node.Loop(variable, loop.lower(), loop.upper(), 1, List.of(node), loop.position());
        }
        return node;
    }

    private Node.Loop loop(String variable) {
        return Objects.requireNonNull(loops.get(variable));
    }
}
