<% for (const relation of view.relations) { %>
    protected ?<%= relation.target %> $<%= relation.property %> = null;

<% } %>
<% for (const relation of view.relations) { %>
    public function get<%= relation.name %>(?<%= view.names.ConnectionInterface %> $con = null): ?<%= relation.target %>
    {
        if ($this-><%= relation.property %> === null && !$this->rowIsNew) {
            $this-><%= relation.property %> = <%= relation.query %>::create()->findPk(<%= relation.key %>, $con);
            $this->relateBack($this-><%= relation.property %>, <%- relation.backProperty %>);
        }

        return $this-><%= relation.property %>;
    }

    public function set<%= relation.name %>(?<%= relation.target %> $v = null): static
    {
        $this-><%= relation.property %> = $v;
        if ($v !== null && !$this->refersToThis($v, <%- relation.backProperty %>)) {
            $v->set<%= relation.reverseName %>($this);
        }

        return $this;
    }

<% } %>
