<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
<% for (const database of view.databases) { %>
    <%- database.name %> => [
        'tablesByName' => [
<% for (const { entry, source } of database.byName) { %>
            <%= entry %>, // <%= source %>
<% } %>
        ],
        'tablesByPhpName' => [
<% for (const entry of database.byPhpName) { %>
            <%= entry %>,
<% } %>
        ],
    ],
<% } %>
]);
