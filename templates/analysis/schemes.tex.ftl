<#-- Schemes of the algebra of algorithms as a LaTeX document. Formulas arrive as LaTeX (tilewright.algebra.SchemeLatex). -->
% Schemes of the nest ${nest}, written by Tilewright.
\documentclass[a4paper,landscape]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{amsmath}
\begin{document}
\raggedright
\section*{\texttt{${nest}}}
<#list definitions as definition>
\noindent$\displaystyle ${definition}$\par\smallskip
</#list>
<#list chains as chain>

\subsection*{${chain.title}}
<#list chain.steps as step>
\noindent By \emph{${step.law}}: ${step.because}.\par\smallskip
<#list step.definitions as definition>
\noindent\quad$\displaystyle ${definition}$\par\smallskip
</#list>
</#list>
</#list>
\end{document}
