<% for (const relation of view.relations) { %>
    /** @var <%= view.names.ObjectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.names.ObjectCollection %> $coll<%= relation.plural %> = null;

    protected ?bool $coll<%= relation.plural %>Partial = null;

    public function init<%= relation.plural %>(): void
    {
        $this->crossInit(<%- relation.plural %>, <%= relation.target %>::class);
    }

    public function clear<%= relation.plural %>(): static
    {
        $this->coll<%= relation.plural %> = null;

        return $this;
    }

    public function is<%= relation.plural %>Loaded(): bool
    {
        return $this->coll<%= relation.plural %> !== null;
    }

    /** @return <%= relation.collection %> */
    public function get<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, ?<%= view.names.ConnectionInterface %> $con = null): <%= view.names.ObjectCollection %>
    {
        return $this->crossGet(<%- relation.plural %>, <%= relation.target %>::class, <%- relation.back %>, $criteria, $con);
    }

    /** @param <%= view.names.Collection %><int, <%= relation.target %>> $<%= relation.pluralParameter %> */
    public function set<%= relation.plural %>(<%= view.names.Collection %> $<%= relation.pluralParameter %>, ?<%= view.names.ConnectionInterface %> $con = null): static
    {
        $this->crossSet(<%- relation.plural %>, <%- relation.name %>, <%= relation.target %>::class, <%- relation.back %>, $<%= relation.pluralParameter %>, <%- relation.rowPlural %>, <%- relation.rowToTarget %>, $con);

        return $this;
    }

    public function count<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, bool $distinct = false, ?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->crossCount(<%- relation.plural %>, <%= relation.target %>::class, <%- relation.back %>, $criteria, $distinct, $con);
    }

    public function add<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->crossAdd(<%- relation.plural %>, <%- relation.name %>, <%= relation.target %>::class, <%- relation.back %>, $<%= relation.parameter %>);

        return $this;
    }

    public function remove<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->crossRemove(<%- relation.plural %>, <%= relation.target %>::class, <%- relation.back %>, $<%= relation.parameter %>, <%- relation.rowPlural %>, <%- relation.rowName %>, <%- relation.rowToTarget %>, <%- relation.backPlural %>);

        return $this;
    }

    protected function doAdd<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): void
    {
        (new <%= relation.row %>())->set<%= relation.rowToTarget %>($<%= relation.parameter %>)->set<%= relation.rowToOwn %>($this);
        $<%= relation.parameter %>->notePartner(<%- relation.backPlural %>, $this);
    }

<% } %>
