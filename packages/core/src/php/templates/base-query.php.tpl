<?php

// <%= view.notice %>

declare(strict_types=1);

namespace <%= view.namespace %>;

<% for (const line of view.imports) { %>
<%= line %>
<% } %>

/**
 * A query on the table `<%= view.table %>`.
 *
 * @extends <%= view.parent %><<%= view.model %>>
 *
<% for (const column of view.columns) { %>
 * @method static orderBy<%= column.phpName %>(string $order = <%= view.criteria %>::ASC)
 * @method static groupBy<%= column.phpName %>()
 * @method <%= view.model %>|null findOneBy<%= column.phpName %>(<%= column.native %> $<%= column.parameter %>, ?<%= view.connection %> $con = null)
<% } %>
<% for (const relation of view.relations) { %>
 * @method static leftJoin<%= relation.name %>(?string $relationAlias = null)
 * @method static rightJoin<%= relation.name %>(?string $relationAlias = null)
 * @method static innerJoin<%= relation.name %>(?string $relationAlias = null)
 * @method static joinWith<%= relation.name %>(string $joinType = <%= view.criteria %>::INNER_JOIN)
 * @method static leftJoinWith<%= relation.name %>()
 * @method static rightJoinWith<%= relation.name %>()
 * @method static innerJoinWith<%= relation.name %>()
<% } %>
 */
abstract class <%= view.className %> extends <%= view.parent %>
{
    protected const TABLE_MAP = <%= view.tableMap %>::class;

    public function __construct(
        string $dbName = <%= view.tableMap %>::DATABASE_NAME,
        string $modelName = <%= view.model %>::class,
        ?string $modelAlias = null,
    ) {
        parent::__construct($dbName, $modelName, $modelAlias);
    }
<% for (const column of view.columns) { %>

<%= column.head %>
        return $this-><%= column.condition %>(<%= view.tableMap %>::<%= column.constant %>, $<%= column.parameter %>, $comparison);
    }
<% } %>
<% for (const relation of view.relations) { %>

    /** @param <%= relation.targetModel %>|\Orm\Runtime\Collection\Collection<int, <%= relation.targetModel %>> $<%= relation.parameter %> */
    public function filterBy<%= relation.name %>(mixed $<%= relation.parameter %>, ?string $comparison = null): static
    {
        return $this->conditionOnRelated(<%- relation.name %>, $<%= relation.parameter %>, $comparison);
    }

<%= relation.joinHead %>
        return $this->joinRelation(<%- relation.name %>, $relationAlias, $joinType);
    }

<%= relation.useHead %>
        return $this->join<%= relation.name %>($relationAlias, $joinType)->useQuery(
            $relationAlias ?? <%- relation.name %>,
            <%= relation.targetQuery %>::class,
        );
    }

    /** @param callable(<%= relation.targetQuery %>): mixed $callable */
    public function with<%= relation.name %>Query(
        callable $callable,
        ?string $relationAlias = null,
        ?string $joinType = <%= relation.joinType %>,
    ): static {
        return $this->withUsedQuery(
            $this->use<%= relation.name %>Query($relationAlias, $joinType ?? <%= relation.joinType %>),
            $callable,
        );
    }

<%= relation.existsHead %>
        return $this->useExistsQuery(
            <%- relation.name %>,
            $modelAlias,
            $queryClass ?? <%= relation.targetQuery %>::class,
            $typeOfExists,
        );
    }

<%= relation.notExistsHead %>
        return $this->useNotExistsQuery(<%- relation.name %>, $modelAlias, $queryClass ?? <%= relation.targetQuery %>::class);
    }

<%= relation.inHead %>
        return $this->useInQuery(<%- relation.name %>, $modelAlias, $queryClass ?? <%= relation.targetQuery %>::class, $typeOfIn);
    }

<%= relation.notInHead %>
        return $this->useNotInQuery(<%- relation.name %>, $modelAlias, $queryClass ?? <%= relation.targetQuery %>::class);
    }
<% } %>
}
