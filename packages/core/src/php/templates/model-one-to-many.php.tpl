<% for (const relation of view.relations) { %>
    /** @var <%= view.names.ObjectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.names.ObjectCollection %> $coll<%= relation.plural %> = null;

    protected ?bool $coll<%= relation.plural %>Partial = null;

    /** @var <%= view.names.ObjectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.names.ObjectCollection %> $<%= relation.scheduled %> = null;

<% } %>
<% if (view.hasRelations) { %>
    public function initRelation(string $relationName): void
    {
<% for (const relation of view.relations) { %>
        if ($relationName === <%- relation.name %>) {
            $this->init<%= relation.plural %>();
        }
<% } %>
    }

<% } %>
<% for (const relation of view.relations) { %>
    public function init<%= relation.plural %>(bool $overrideExisting = true): void
    {
        $this->manyInit(self::relationTo<%= relation.plural %>(), $overrideExisting);
    }

    public function clear<%= relation.plural %>(): static
    {
        $this->coll<%= relation.plural %> = null;

        return $this;
    }

    public function resetPartial<%= relation.plural %>(bool $v = true): void
    {
        $this->coll<%= relation.plural %>Partial = $v;
    }

    /** @return <%= relation.collection %> */
    public function get<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, ?<%= view.names.ConnectionInterface %> $con = null): <%= view.names.ObjectCollection %>
    {
        return $this->manyGet(self::relationTo<%= relation.plural %>(), $criteria, $con);
    }

    public function count<%= relation.plural %>(?<%= view.names.Criteria %> $criteria = null, bool $distinct = false, ?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->manyCount(self::relationTo<%= relation.plural %>(), $criteria, $distinct, $con);
    }

    /** @param <%= view.names.Collection %><int, <%= relation.target %>> $<%= relation.pluralParameter %> */
    public function set<%= relation.plural %>(<%= view.names.Collection %> $<%= relation.pluralParameter %>, ?<%= view.names.ConnectionInterface %> $con = null): static
    {
        $this->manySet(self::relationTo<%= relation.plural %>(), $<%= relation.pluralParameter %>, $con);

        return $this;
    }

    public function add<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        if ($this->coll<%= relation.plural %> === null) {
            $this->init<%= relation.plural %>();
            $this->coll<%= relation.plural %>Partial = true;
        }
        if (!$this->coll<%= relation.plural %>->contains($<%= relation.parameter %>)) {
            $this->doAdd<%= relation.name %>($<%= relation.parameter %>);
            if ($this-><%= relation.scheduled %> !== null) {
                $this->unschedule(self::relationTo<%= relation.plural %>(), $<%= relation.parameter %>);
            }
        } elseif (!self::relationTo<%= relation.plural %>()->isOwner($this, $<%= relation.parameter %>)) {
            $<%= relation.parameter %>->set<%= relation.reverseName %>($this);
        }

        return $this;
    }

    public function remove<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->manyRemove(self::relationTo<%= relation.plural %>(), $<%= relation.parameter %>);

        return $this;
    }

    protected function doAdd<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): void
    {
        $this->coll<%= relation.plural %>->append($<%= relation.parameter %>);
        if (!self::relationTo<%= relation.plural %>()->isOwner($this, $<%= relation.parameter %>)) {
            $<%= relation.parameter %>->set<%= relation.reverseName %>($this);
        }
    }

    private static function relationTo<%= relation.plural %>(): <%= view.names.OneToMany %>
    {
        static $relation = new <%= view.names.OneToMany %>(<%- relation.plural %>, <%= relation.target %>::class, <%- relation.reverseName %>, <%- relation.deletesOrphans %>);

        return $relation;
    }

<% for (const join of relation.joins) { %>
    /** @return <%= relation.collection %> */
    public function get<%= relation.plural %>Join<%= join %>(?<%= view.names.Criteria %> $criteria = null, ?<%= view.names.ConnectionInterface %> $con = null, string $joinBehavior = <%= view.joinBehavior %>): <%= view.names.ObjectCollection %>
    {
        return $this->get<%= relation.plural %>(<%= relation.query %>::create(null, $criteria)->joinWith(<%- join %>, $joinBehavior), $con);
    }

<% } %>
<% } %>
