<% for (const relation of view.relations) { %>
    protected ?<%= relation.type %> $<%= relation.property %> = null;

<% } %>
<% for (const relation of view.relations) { %>
    public function get<%= relation.name %>(?<%= view.names.ConnectionInterface %> $con = null): ?<%= relation.type %>
    {
        if ($this-><%= relation.property %> === null && <%= relation.isFilled %>) {
            $this-><%= relation.property %> = <%= relation.query %>::create()-><%= relation.find %>;
<% if (relation.backProperty) { %>
            $this->relateBack($this-><%= relation.property %>, <%- relation.backProperty %>);
<% } %>
        }

        return $this-><%= relation.property %>;
    }

    public function set<%= relation.name %>(?<%= relation.type %> $v = null): static
    {
<% for (const statement of relation.assignments) { %>
        <%= statement %>
<% } %>
        $this-><%= relation.property %> = $v;
<% if (relation.link) { %>
        <%= relation.link %>
<% } %>

        return $this;
    }

<% } %>
<% if (view.hasRelations) { %>
    public function ensureConsistency(): void
    {
<% for (const relation of view.relations) { %>
        if ($this-><%= relation.property %> !== null && <%= relation.isStale %>) {
            $this-><%= relation.property %> = null;
        }
<% } %>
    }

<% } %>
<% if (view.saves) { %>
    protected function saveReferencedObjects(<%= view.names.ConnectionInterface %> $con): int
    {
        $rows = 0;
<% for (const relation of view.relations) { %>
        if ($this-><%= relation.property %> !== null) {
<% if (relation.isSaved) { %>
            if ($this-><%= relation.property %>->isNew() || $this-><%= relation.property %>->isModified()) {
                $rows += $this-><%= relation.property %>->save($con);
            }
<% } %>
            if (<%= relation.isStale %>) {
                $this->followParent(<%- relation.name %>, $con);
            }
        }
<% } %>

        return $rows;
    }

<% } %>
