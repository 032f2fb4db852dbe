<?php

declare(strict_types=1);

<% if (view.namespace) { %>
namespace <%= view.namespace %>;

<% } %>
<% for (const line of view.imports) { %>
<%= line %>
<% } %>

<% if (view.abstract) { %>abstract <% } %>class <%= view.className %> extends <%= view.parent %>
{
}
