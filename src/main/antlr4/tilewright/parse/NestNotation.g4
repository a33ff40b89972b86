// The .nest notation, one line at a time: NestParser calls the rule "line" until the end of the file and matches
// do/enddo and if/endif itself, so that a fault in one line never hides the lines after it.
grammar NestNotation;

options { caseInsensitive = true; }

@parser::members {
    /** Words that are keywords only where a line begins with them: arrays may bear their names. */
    private boolean begins(String word) {
        return _input.LT(1).getText().equalsIgnoreCase(word);
    }
}

line
    : ( paramLine | declarationLine | assumeLine | initLine | graphLine
      | repeatLine | untilLine | doLine | endDoLine | ifLine | elseIfLine | elseLine | endIfLine
      | assignmentLine )? NEWLINE
    ;

paramLine : PARAM names+=ID (',' names+=ID)* ;

declarationLine
    : type=dataType declarator (',' declarator)*
    | {begins("local")}? own=ID type=dataType declarator (',' declarator)*
    ;
dataType
    : HALF | REAL | DOUBLE | BYTE | SIGNED_BYTE | SHORT | UNSIGNED_SHORT | INTEGER | UNSIGNED | LONG | UNSIGNED_LONG | LOGICAL
    ;
declarator : name=ID ('(' extent (',' extent)* ')')? ;
extent : (lower=expr ':')? upper=expr ;

assumeLine
    : ASSUME word=ID '(' operators+=operator (',' operators+=operator)* ')'
    | ASSUME expr
    ;
operator : PLUS | MINUS | STAR | SLASH | ID ;
initLine : INIT reference '=' expr ;

graphLine : {begins("graph")}? ID names+=ID (',' names+=ID)* ;

repeatLine : {begins("repeat")}? ID (variable=ID '=' first=expr (',' last=expr)?)? ;
untilLine : {begins("until")}? ID condition=expr ;

doLine : DO variable=ID '=' lower=expr ',' upper=expr (',' step=expr)? ;
endDoLine : ENDDO ;
ifLine : IF '(' condition=expr ')' (THEN | assignmentLine) ;
elseIfLine : ELSEIF '(' condition=expr ')' THEN ;
elseLine : ELSE ;
endIfLine : ENDIF ;

assignmentLine : reference op=('=' | '+=' | '-=' | '*=') expr ;

expr
    : <assoc=right> left=expr '**' right=expr                               # power
    | op=('+' | '-') operand=expr                                           # sign
    | left=expr op=('*' | '/') right=expr                                   # product
    | left=expr op=('+' | '-') right=expr                                   # sum
    | left=expr op=(EQ | NE | LT | LE | GT | GE) right=expr                 # comparison
    | NOT operand=expr                                                      # negation
    | left=expr AND right=expr                                              # conjunction
    | left=expr OR right=expr                                               # disjunction
    | INTEGER_LITERAL                                                       # integerLiteral
    | REAL_LITERAL                                                          # realLiteral
    | value=(TRUE | FALSE)                                                  # logicalLiteral
    | reference                                                             # referenceValue
    | '(' inner=expr ')'                                                    # parenthesis
    ;

// An array element, a scalar, a loop variable, a parameter or a call of an intrinsic function.
reference : name=ID (open='(' (arguments+=expr (',' arguments+=expr)*)? ')')? ;

PARAM : 'param' ;
HALF : 'real' [ \t]* '*' [ \t]* '2' ;
REAL : 'real' ([ \t]* '*' [ \t]* '4')? ;
DOUBLE : 'double' [ \t]+ 'precision' | 'real' [ \t]* '*' [ \t]* '8' ;
BYTE : ('integer' | 'unsigned') [ \t]* '*' [ \t]* '1' ;
SIGNED_BYTE : 'signed' [ \t]* '*' [ \t]* '1' ;
SHORT : 'integer' [ \t]* '*' [ \t]* '2' ;
UNSIGNED_SHORT : 'unsigned' [ \t]* '*' [ \t]* '2' ;
LONG : 'integer' [ \t]* '*' [ \t]* '8' ;
UNSIGNED_LONG : 'unsigned' [ \t]* '*' [ \t]* '8' ;
UNSIGNED : 'unsigned' ([ \t]* '*' [ \t]* '4')? ;
INTEGER : 'integer' ([ \t]* '*' [ \t]* '4')? ;
LOGICAL : 'logical' ;
ASSUME : 'assume' ;
INIT : 'init' ;
DO : 'do' ;
ENDDO : 'end' [ \t]* 'do' ;
IF : 'if' ;
THEN : 'then' ;
ELSEIF : 'else' [ \t]* 'if' ;
ELSE : 'else' ;
ENDIF : 'end' [ \t]* 'if' ;

COMMA : ',' ;
COLON : ':' ;
OPEN : '(' ;
CLOSE : ')' ;
ASSIGN : '=' ;
ADD_ASSIGN : '+=' ;
SUB_ASSIGN : '-=' ;
MUL_ASSIGN : '*=' ;
POW : '**' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
EQ : '==' | '.eq.' ;
NE : '/=' | '.ne.' ;
LT : '<' | '.lt.' ;
LE : '<=' | '.le.' ;
GT : '>' | '.gt.' ;
GE : '>=' | '.ge.' ;
NOT : '.not.' ;
AND : '.and.' ;
OR : '.or.' ;
TRUE : '.true.' ;
FALSE : '.false.' ;

INTEGER_LITERAL : DIGIT+ ;
// "1." only where no letter follows: "1.and." is a number and an operator.
REAL_LITERAL
    : DIGIT+ '.' DIGIT+ EXPONENT?
    | DIGIT+ '.' EXPONENT
    | DIGIT+ '.' {!Character.isLetterOrDigit(_input.LA(1))}?
    | '.' DIGIT+ EXPONENT?
    | DIGIT+ EXPONENT
    ;
ID : [a-z_] [a-z_0-9]* ;

NEWLINE : '\r'? '\n' | '\r' ;
COMMENT : '!' ~[\r\n]* -> skip ;
SPACE : [ \t\f\u00a0\ufeff]+ -> skip ;
UNKNOWN : . ;

fragment DIGIT : [0-9] ;
fragment EXPONENT : [ed] [+-]? DIGIT+ ;
