/**
 * Kernel programs: what every thread of every launch does, statement by statement, before any target's syntax. One program is
 * printed (package {@code kernel.print}), emulated (package {@code kernel.emulate}) and counted; whatever runs on a device stands in it.
 *
 * <pre>
 * program    ::= array* function* host*
 * function   ::= kind name parameter* shared? statement*            kind: kernel, inline, apart
 * host       ::= loop variable first last host* | while condition host* | launch function blocks threads argument*
 *              | fill array value | swap array array | read variable array index | assign variable value
 * statement  ::= declare variable value? | declare array | place = value | copy width place place | await copies
 *              | for variable start? condition step statement* | while condition statement* | if condition statement* statement*
 *              | scope statement* | call function argument* | return | break | evaluate value
 *              | barrier | barrier or variable condition | grid barrier | await place value | hide variable* | parallel for .. | comment text
 * place      ::= variable | register array [value*] | shared array [value*] | global array [value] | pair place
 * value      ::= number | place | thread | block | .. | prefix value | value infix value | value ? value : value
 *              | convert type value | bits type value | intrinsic value* | shuffle | vote | atomic | counted value
 * </pre>
 *
 * Names are identifiers of the targets' languages; a declaration is visible to the end of its list of statements.
 */
@NullMarked
package tilewright.kernel;

import org.jspecify.annotations.NullMarked;
