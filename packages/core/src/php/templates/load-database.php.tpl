<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
<% for (const database of view.databases) { %>
    <%- database.name %> => [
        'tablesByName' => [
<% for (const entry of database.byName) { %>
            <%= entry %>,
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
