<% for (const relation of view.relations) { %>
    /** @param <%= relation.model %>|<%= view.names.Collection %><int, <%= relation.model %>> $<%= relation.parameter %> */
    public function filterBy<%= relation.name %>(mixed $<%= relation.parameter %>, ?string $comparison = null): static
    {
        return $this->conditionOnRelated(<%- relation.name %>, $<%= relation.parameter %>, $comparison);
    }

    public function join<%= relation.name %>(?string $relationAlias = null, ?string $joinType = <%= relation.joinType %>): static
    {
        return $this->relationJoin(<%- relation.name %>, $relationAlias, $joinType);
    }

    public function use<%= relation.name %>Query(?string $relationAlias = null, string $joinType = <%= relation.joinType %>): <%= relation.query %>
    {
        return $this->join<%= relation.name %>($relationAlias, $joinType)->useQuery($relationAlias ?? <%- relation.name %>, <%= relation.query %>::class);
    }

<% } %>
<% for (const cross of view.crossRelations) { %>
    /** @param <%= cross.model %>|<%= view.names.Collection %><int, <%= cross.model %>> $<%= cross.parameter %> */
    public function filterBy<%= cross.name %>(mixed $<%= cross.parameter %>, ?string $comparison = null): static
    {
        return $this->conditionOnCross(<%- cross.rows %>, <%- cross.relation %>, $<%= cross.parameter %>, $comparison, <%- cross.isPair %>);
    }

<% } %>
<% if (view.cascades.length > 0) { %>
    protected function emulateCascade(<%= view.names.ConnectionInterface %> $con): void
    {
        foreach ((clone $this)->find($con) as $object) {
<% for (const statement of view.cascades) { %>
            <%= statement %>
<% } %>
        }
        parent::emulateCascade($con);
    }

<% } %>
