<#-- The analysis as a LaTeX document. Cells arrive as LaTeX (tilewright.report.analysis.LatexDocument). -->
% Locality of the nest ${nest}, written by Tilewright.
% Stands alone: pdflatex compiles it. To take a table into a paper, copy its tabular; it needs from this preamble
%   amsmath and mathtools (matrices), booktabs (rules), graphicx (resizebox, for wide tables).
\documentclass[a4paper,landscape]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{amsmath}
\usepackage{mathtools}
\usepackage{booktabs}
\usepackage{graphicx}
\begin{document}
\section*{\texttt{${nest}}}
\noindent Per access: access matrix $F$, dependence vector $d$, exponents $\rho^d$ and $\rho^{d,z}$; per cut loop what Theorem~1
estimates for reads (r) and writes (w) and, after the colon, the exact number where one loop alone is cut.
<#list tables as table>

\bigskip\noindent\textbf{${table.title}}\quad\texttt{${table.source}}\par\smallskip\noindent
\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
\begin{tabular}{${table.columns}}
\toprule
${table.heading?join(" & ")} \\
\midrule
<#list table.rows as row>
${row.cells?join(" & ")} \\
</#list>
\bottomrule
\end{tabular}}
<#if table.parts?has_content>

\medskip\noindent For all sizes: ${table.where}\par\smallskip\noindent
\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
\begin{tabular}{rllll}
\toprule
 & access & cut & & exactly \\
\midrule
<#list table.parts as row>
${row.cells?join(" & ")} \\
</#list>
\bottomrule
\end{tabular}}
</#if>
</#list>
<#if formulas?has_content>

\bigskip
<#list formulas as formula>
\noindent ${formula.says} \quad $\displaystyle ${formula.formula}$\par
</#list>
</#if>
<#if kinds?has_content>

\bigskip\noindent\textbf{Blocks of one size $r$ along every loop}\par\smallskip\noindent
\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
\begin{tabular}{lllll}
\toprule
where & blocks & operations & reads of one & writes of one \\
\midrule
<#list kinds as row>
${row.cells?join(" & ")} \\
</#list>
\bottomrule
\end{tabular}}
</#if>
\end{document}
