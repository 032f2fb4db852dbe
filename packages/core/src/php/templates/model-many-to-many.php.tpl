<% for (const relation of view.relations) { %>
    /** @var <%= view.names.ObjectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.names.ObjectCollection %> $coll<%= relation.plural %> = null;

    protected ?bool $coll<%= relation.plural %>Partial = null;

    public function init<%= relation.plural %>(): void
    {
        $this->crossInit(self::relationTo<%= relation.plural %>());
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
        return $this->crossGet(self::relationTo<%= relation.plural %>(), $criteria, $con);
    }

    /** @param <%= view.names.Collection %><int, <%= relation.target %>> $<%= relation.pluralParameter %> */
    public function set<%= relation.plural %>(<%= view.names.Collection %> $<%= relation.pluralParameter %>, ?<%= view.names.ConnectionInterface %> $con = null): static
    {
        $this->crossSet(self::relationTo<%= relation.plural %>(), $<%= relation.pluralParameter %>, $con);

        return $this;
    }

    public function count<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, bool $distinct = false, ?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->crossCount(self::relationTo<%= relation.plural %>(), $criteria, $distinct, $con);
    }

    public function add<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->crossAdd(self::relationTo<%= relation.plural %>(), $<%= relation.parameter %>);

        return $this;
    }

    public function remove<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->crossRemove(self::relationTo<%= relation.plural %>(), $<%= relation.parameter %>);

        return $this;
    }

    protected function doAdd<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): void
    {
        (new <%= relation.row %>())->set<%= relation.rowToTarget %>($<%= relation.parameter %>)->set<%= relation.rowToOwn %>($this);
        $this->showToPartner(self::relationTo<%= relation.plural %>(), $<%= relation.parameter %>);
    }

    private static function relationTo<%= relation.plural %>(): <%= view.names.ManyToMany %>
    {
        static $relation = new <%= view.names.ManyToMany %>(
            plural: <%- relation.plural %>,
            model: <%= relation.target %>::class,
            inverse: <%- relation.back %>,
            singular: <%- relation.name %>,
            rows: <%- relation.rowPlural %>,
            row: <%- relation.rowName %>,
            rowToPartner: <%- relation.rowToTarget %>,
            inversePlural: <%- relation.backPlural %>,
        );

        return $relation;
    }

<% } %>
