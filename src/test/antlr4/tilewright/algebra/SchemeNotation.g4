// Schemes of the algebra of algorithms as text (docs/grammar.md). Line ends mean nothing, but a declaration goes to the end of its line.
// Expressions are those of the .nest notation. They are kept as they are written.
grammar SchemeNotation;

program : 'scheme' STRING DECLARATION* definition+ EOF ;
definition : name=ID parameters? '=' scheme ;
parameters : '(' word (',' word)* ')' ;

scheme : factor ('*' factor)* ;
factor
    : 'E'                                                                      # identity
    | 'B' '(' name=word ',' count=expr ')'                                       # barrier
    | '(' target=reference ':=' value=expr ')'                                 # assignment
    | '(' '++' variable=word ')'                                                 # increment
    | '(' '[' condition=expr ']' then=scheme '|' otherwise=scheme ')'          # alternative
    | '[' condition=expr ']' '{' scheme '}'                                    # cycle
    | '{' scheme '}' '[' condition=expr ']'                                    # repetition
    | '||' '[' variable=word '=' first=expr '..' last=expr ']' '(' scheme ')'    # disjunction
    | '(' scheme ('||' scheme)+ ')'                                            # both
    | '(' scheme ')'                                                           # group
    | name=ID ('(' arguments+=expr (',' arguments+=expr)* ')')?                # call
    ;

expr
    : <assoc=right> expr '**' expr
    | ('+' | '-') expr
    | expr ('*' | '/') expr
    | expr ('+' | '-') expr
    | expr ('==' | '/=' | '<' | '<=' | '>' | '>=') expr
    | '.not.' expr
    | expr '.and.' expr
    | expr '.or.' expr
    | INTEGER
    | REAL
    | '.true.'
    | '.false.'
    | reference
    | '(' expr ')'
    ;
reference : word ('(' (expr (',' expr)*)? ')')? ;
// E and B are schemes where a scheme stands, and else names.
word : ID | 'E' | 'B' | 'scheme' ;

STRING : '"' ~["\r\n]* '"' ;
DECLARATION : ': ' ~[\r\n]* ;
INTEGER : [0-9]+ ;
REAL
    : [0-9]+ '.' [0-9]+ EXPONENT?
    | [0-9]+ '.' EXPONENT
    | [0-9]+ '.' {!Character.isLetterOrDigit(_input.LA(1)) && _input.LA(1) != '.'}?
    | '.' [0-9]+ EXPONENT?
    | [0-9]+ EXPONENT
    ;
ID : [A-Za-z_] [A-Za-z_0-9]* ;
COMMENT : '!' ~[\r\n]* -> skip ;
SPACE : [ \t\r\n]+ -> skip ;
UNKNOWN : . ;

fragment EXPONENT : [edED] [+-]? [0-9]+ ;
