<% for (const relation of view.relations) { %>
    /**
     * @param <%= relation.model %>|<%= view.names.Collection %><int, <%= relation.model %>> $<%= relation.parameter %>
     * @return static
     */
    public function filterBy<%= relation.name %>(mixed $<%= relation.parameter %>, ?string $comparison = null)
    {
        return $this->conditionOnRelated(<%- relation.name %>, $<%= relation.parameter %>, $comparison);
    }

    /** @return static */
    public function join<%= relation.name %>(?string $relationAlias = null, ?string $joinType = <%= relation.joinType %>)
    {
        return $this->relationJoin(<%- relation.name %>, $relationAlias, $joinType);
    }

    /** @return <%= relation.query %><static> */
    public function use<%= relation.name %>Query(?string $relationAlias = null, string $joinType = <%= relation.joinType %>)
    {
        return $this->join<%= relation.name %>($relationAlias, $joinType)->useQuery($relationAlias ?? <%- relation.name %>, <%= relation.query %>::class);
    }

    /** @return static */
    public function with<%= relation.name %>Query(callable $callable, ?string $relationAlias = null, ?string $joinType = <%= relation.joinType %>)
    {
        return $this->withUsedQuery($this->use<%= relation.name %>Query($relationAlias, $joinType ?? <%= relation.joinType %>), $callable);
    }

    /** @return <%= relation.query %><static> */
    public function use<%= relation.name %>ExistsQuery(?string $modelAlias = null, ?string $queryClass = null, string $typeOfExists = 'EXISTS')
    {
        return $this->useExistsQuery(<%- relation.name %>, $modelAlias, $queryClass, $typeOfExists);
    }

    /** @return <%= relation.query %><static> */
    public function use<%= relation.name %>NotExistsQuery(?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useNotExistsQuery(<%- relation.name %>, $modelAlias, $queryClass);
    }

    /** @return <%= relation.query %><static> */
    public function useIn<%= relation.name %>Query(?string $modelAlias = null, ?string $queryClass = null, string $typeOfIn = 'IN')
    {
        return $this->useInQuery(<%- relation.name %>, $modelAlias, $queryClass, $typeOfIn);
    }

<% if (relation.isToMany) { %>
    /** @return <%= relation.query %><static> */
    public function useGroupBy<%= relation.name %>Query(?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useGroupByQuery(<%- relation.name %>, $modelAlias, $queryClass);
    }

<% } %>
    /** @return <%= relation.query %><static> */
    public function useNotIn<%= relation.name %>Query(?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useNotInQuery(<%- relation.name %>, $modelAlias, $queryClass);
    }

<% } %>
<% for (const cross of view.crossRelations) { %>
    /**
     * @param <%= cross.model %>|<%= view.names.Collection %><int, <%= cross.model %>> $<%= cross.parameter %>
     * @return static
     */
    public function filterBy<%= cross.name %>(mixed $<%= cross.parameter %>, ?string $comparison = null)
    {
        return $this->conditionOnCross(<%- cross.rows %>, <%- cross.relation %>, $<%= cross.parameter %>, $comparison, <%- cross.isPair %>);
    }

<% } %>
<% if (view.referrers.length > 0) { %>
    protected function emulatedReferrers(): array
    {
        return [
<% for (const referrer of view.referrers) { %>
            <%= referrer %>,
<% } %>
            ...parent::emulatedReferrers(),
        ];
    }

<% } %>
