// Statements of Fortran, one at a time: LineKind says which rule reads a line, so that no word is reserved and a fault in one
// line never hides the lines after it. Lines come joined, without comments and labels (SourceReader).
grammar FortranStatement;

options { caseInsensitive = true; }

@parser::members {
    private boolean at(String... words) {
        for (String word : words) {
            if (_input.LT(1).getText().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }
}

assignmentLine : target=reference '=' value=expr EOF ;

doLine : (construct=ID ':')? ID (label=INTEGER ','?)? variable=ID '=' first=expr ',' last=expr (',' step=expr)? EOF ;

doConcurrentLine
    : (construct=ID ':')? ID (label=INTEGER ','?)? ID '(' (ID '::')? headers+=concurrent (',' headers+=concurrent)* (',' mask=expr)? ')' EOF
    ;
concurrent : variable=ID '=' first=expr ':' last=expr (':' step=expr)? ;

// What stands in front of "then", or of the statement of a one-line if.
condition : (construct=ID ':')? ID ID? '(' value=expr ')' EOF ;

typeLine : typeSpec (','? attributes+=attribute (',' attributes+=attribute)* '::' | '::' | ','?) entities+=entity (',' entities+=entity)* EOF ;
typeSpec
    : {at("double")}? word=ID ID
    | {at("integer", "real", "logical", "doubleprecision")}? word=ID ('*' width=INTEGER | '(' (ID '=')? kind=expr ')')?
    | word=ID ('*' (INTEGER | balanced) | balanced)?
    ;
attribute
    : {at("dimension")}? word=ID '(' shape ')'
    | word=ID balanced?
    ;
entity : name=ID ('(' shape ')')? ('*' INTEGER)? (('=' | '=>') value=expr)? ;
shape : dimensions+=bounds (',' dimensions+=bounds)* ;
bounds : ((lower=expr)? open=':')? (upper=expr | '*') | (lower=expr)? open=':' ;
balanced : '(' (balanced | ~('(' | ')'))* ')' ;

// Also allocatable, pointer, target and the like: names that may get a shape.
dimensionLine : ID '::'? entities+=entity (',' entities+=entity)* EOF ;
parameterLine : ID '('? named (',' named)* ')'? EOF ;
named : name=ID '=' value=expr ;
implicitLine : ID implicitRule (',' implicitRule)* EOF ;
implicitRule : typeSpec '(' letters (',' letters)* ')' ;
letters : first=ID ('-' last=ID)? ;

expressionLine : expr EOF ;

expr
    : <assoc=right> left=expr '**' right=expr                               # power
    | left=expr op=('*' | '/') right=expr                                   # product
    | op=('+' | '-') operand=expr                                           # sign
    | left=expr op=('+' | '-') right=expr                                   # sum
    | left=expr '//' right=expr                                             # concatenation
    | left=expr op=(EQ | NE | LT | LE | GT | GE) right=expr                 # comparison
    | NOT operand=expr                                                      # negation
    | left=expr AND right=expr                                              # conjunction
    | left=expr OR right=expr                                               # disjunction
    | left=expr op=(EQV | NEQV) right=expr                                  # equivalence
    | INTEGER                                                               # integerLiteral
    | REAL                                                                  # realLiteral
    | value=(TRUE | FALSE)                                                  # logicalLiteral
    | TEXT                                                                  # textLiteral
    | ('[' | '(/') (expr (',' expr)*)? (']' | '/)')                         # constructor
    | '(' expr ',' expr ')'                                                 # complexLiteral
    | reference                                                             # referenceValue
    | '(' inner=expr ')'                                                    # parenthesis
    ;

// A variable, an array element, a section, or a call of a function.
reference : name=ID (open='(' (arguments+=argument (',' arguments+=argument)*)? ')')? component? ;
component : '%' reference ;
argument
    : (keyword=ID '=')? value=expr
    | (lower=expr)? ':' (upper=expr)? (':' stride=expr)?
    | (lower=expr)? '::' stride=expr
    ;

COMMA : ',' ;
DOUBLE_COLON : '::' ;
COLON : ':' ;
OPEN_LIST : '(/' ;
CLOSE_LIST : '/)' ;
OPEN : '(' ;
CLOSE : ')' ;
OPEN_BRACKET : '[' ;
CLOSE_BRACKET : ']' ;
POINTS : '=>' ;
ASSIGN : '=' ;
COMPONENT : '%' ;
POW : '**' ;
CONCATENATE : '//' ;
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
EQV : '.eqv.' ;
NEQV : '.neqv.' ;
TRUE : '.true.' KIND? ;
FALSE : '.false.' KIND? ;

INTEGER : DIGIT+ KIND? ;
// "1." only where no letter follows: "1.and." is a number and an operator.
REAL
    : DIGIT+ '.' DIGIT+ EXPONENT? KIND?
    | DIGIT+ '.' EXPONENT KIND?
    | DIGIT+ '.' KIND
    | DIGIT+ '.' {!Character.isLetterOrDigit(_input.LA(1))}?
    | '.' DIGIT+ EXPONENT? KIND?
    | DIGIT+ EXPONENT KIND?
    ;
TEXT : '"' ~["]* '"' | '\'' ~[']* '\'' ;
ID : [a-z_] [a-z_0-9$]* ;

SPACE : [ \t\f\r\n\u00a0\ufeff]+ -> skip ;
UNKNOWN : . ;

fragment DIGIT : [0-9] ;
fragment EXPONENT : [edq] [+-]? DIGIT+ ;
fragment KIND : '_' [a-z0-9] [a-z_0-9]* ;
