<#-- The dependence graph for Graphviz. The model is tilewright.report.analysis.DependenceGraph. -->
digraph "${graph.nest}" {
  rankdir=TB;
  node [shape=box, style=rounded, fontname="monospace"];
  edge [fontname="monospace", fontsize=10];
<#list graph.nodes as node>
  ${node.id} [label="${node.id}, line ${node.line?c}\n${node.text}"];
</#list>
<#list graph.edges as edge>
  ${edge.source} -> ${edge.sink} [label="${edge.kind} ${edge.array} ${edge.vectors?join(" ")}", style=${(edge.kind == "flow")?then("solid", "dashed")}];
</#list>
}
