<% for (const relation of view.relations) { %>
    public function init<%= relation.plural %>(): void
    {
        $this->init<%= relation.rowPlural %>();
    }

    public function clear<%= relation.plural %>(): static
    {
        return $this->clear<%= relation.rowPlural %>();
    }

    public function is<%= relation.plural %>Loaded(): bool
    {
        return $this->coll<%= relation.rowPlural %> !== null;
    }

    /** @return <%= view.names.ObjectCombinationCollection %> of <%= relation.tuple %> */
    public function get<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, ?<%= view.names.ConnectionInterface %> $con = null): <%= view.names.ObjectCombinationCollection %>
    {
        return $this->combinationsOf($this->get<%= relation.rowPlural %>($criteria, $con), <%= relation.parts %>);
    }

    /** @param <%= view.names.Collection %><int, <%= relation.tuple %>> $tuples */
    public function set<%= relation.plural %>(<%= view.names.Collection %> $tuples, ?<%= view.names.ConnectionInterface %> $con = null): static
    {
        $this->combinationsSet($this->get<%= relation.rowPlural %>(null, $con), <%= relation.parts %>, $tuples, <%- relation.rowName %>, <%- relation.name %>);

        return $this;
    }

    public function count<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, bool $distinct = false, ?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->count<%= relation.rowPlural %>($criteria, $distinct, $con);
    }

<% for (const partner of relation.partners) { %>
    public function add<%= partner.name %>(<%= ...partner.parameters %>): static
    {
        $this->doAdd<%= relation.name %>(<%= relation.values %>);

        return $this;
    }

<% } %>
    public function remove<%= relation.name %>(<%= ...relation.parameters %>): static
    {
        $row = $this->findCombination($this->get<%= relation.rowPlural %>(), <%= relation.parts %>, [<%= relation.values %>]);
        if ($row !== null) {
            $this->remove<%= relation.rowName %>($row);
        }

        return $this;
    }

<% for (const side of relation.sides) { %>
    public function create<%= side.plural %>Query(<%= ...side.parameters %>): <%= side.query %>
    {
        $rows = <%= side.query %>::create(null, $criteria)->use<%= side.toRows %>ExistsQuery()->filterBy<%= relation.rowToOwn %>($this);
<% for (const filter of side.filters) { %>
        if (<%= filter.value %> !== null) {
            $rows->filterBy<%= filter.name %>(<%= filter.value %>);
        }
<% } %>

        return $rows->endUse();
    }

    /** @return <%= side.collection %> */
    public function get<%= side.plural %>(<%= ...side.parameters %>, ?<%= view.names.ConnectionInterface %> $con = null): <%= view.names.ObjectCollection %>
    {
        return $this->rowExists()
            ? $this->create<%= side.plural %>Query(<%= side.arguments %>)->find($con)
            : (<%= side.model %>::TABLE_MAP)::getTableMap()->newCollection();
    }

    public function count<%= side.plural %>(<%= ...side.parameters %>, ?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->rowExists() ? $this->create<%= side.plural %>Query(<%= side.arguments %>)->count($con) : 0;
    }

<% } %>
    protected function doAdd<%= relation.name %>(<%= ...relation.parameters %>): void
    {
        /** @var <%= relation.row %>|null $row */
        $row = $this->combinationToAdd(self::relationTo<%= relation.rowPlural %>(), <%= relation.parts %>, [<%= relation.values %>]);
        $row?-><%= relation.assignments %>->set<%= relation.rowToOwn %>($this);
    }

<% } %>
