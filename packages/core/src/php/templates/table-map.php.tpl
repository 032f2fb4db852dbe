<?php

// <%= view.notice %>

declare(strict_types=1);

namespace <%= view.namespace %>;

<% for (const line of view.imports) { %>
<%= line %>
<% } %>

/** The table `<%= view.table %>`. */
class <%= view.className %> extends <%= view.parent %>
{
<% for (const trait of view.traits) { %>
    use <%= trait %>;
<% } %>

<% for (const constant of view.constants) { %>
    public const <%= constant %>;
<% } %>

    public function initialize(): void
    {
        $this->setName(self::TABLE_NAME);
        $this->setPhpName(self::TABLE_PHP_NAME);
        $this->setIdentifierQuoting(<%- view.identifierQuoting %>);
        $this->setClassName(self::OM_CLASS);
        $this->setPackage(<%- view.packageName %>);
        $this->setUseIdGenerator(<%- view.useIdGenerator %>);
<% for (const column of view.columns) { %>
<%= column %>
<% } %>
    }
<% if (view.relations.length > 0) { %>

    public function buildRelations(): void
    {
<% for (const relation of view.relations) { %>
<%= relation %>
<% } %>
    }
<% } %>
}
