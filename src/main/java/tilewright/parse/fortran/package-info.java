/**
 * Fortran files to {@link tilewright.model.LoopNest}: the statements between {@code !$tilewright scop} and {@code !$tilewright
 * endscop}. Lines of fixed and free form become statements that remember where each character stood ({@code SourceReader}); program
 * units, their declarations and their scops are found ({@code ProgramUnits}, {@code Declarations}, {@code Scops}); statements are
 * parsed one by one ({@code Syntax}), their names resolved ({@code Variables}), and what is affine is built ({@code ScopBuilder}).
 * Whatever is not is refused with its position, all faults in one run.
 *
 * <p>Fortran stores arrays by columns, the model by rows. {@code Variables} and {@code FortranExpressions} therefore reverse dimensions and
 * subscripts: {@code a(i,j)} of {@code a(n,m)} is the model's element {@code (j,i)} of an array {@code (m,n)}, in the same place of
 * memory.
 */
@NullMarked
package tilewright.parse.fortran;

import org.jspecify.annotations.NullMarked;
