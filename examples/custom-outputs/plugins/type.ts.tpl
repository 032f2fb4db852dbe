<% const types = { INTEGER: 'number', BOOLEAN: 'boolean' } %>
export interface <%= table.phpName %> {
<% for (const { name, type, required } of table.columns) { %>
  <%= name %>: <%= types[type] ?? 'string' %><%= required ? '' : ' | null' %>
<% } %>
<% for (const { isLocal, name, table: other } of table.relations) { if (!isLocal) continue %>
  <%= name %>?: <%= other.phpName %>
<% } %>
}
