<?php

// <%= view.notice %>

declare(strict_types=1);

namespace <%= view.namespace %>;

<% for (const line of view.imports) { %>
<%= line %>
<% } %>

/** A row of the table `<%= view.table %>`. */
abstract class <%= view.className %> implements <%= view.interface %>
{
<% for (const trait of view.traits) { %>
    use <%= trait %>;
<% } %>

    public const TABLE_MAP = <%= view.tableMap %>::class;

<% for (const column of view.columns) { %>
    protected ?<%= column.native %> $<%= column.property %> = <%= column.default %>;

<% } %>
<% for (const relation of view.manyToOne) { %>
    protected ?<%= relation.target %> $<%= relation.property %> = null;

<% } %>
<% for (const relation of view.oneToMany) { %>
    /** @var <%= view.objectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.objectCollection %> $coll<%= relation.plural %> = null;

    protected ?bool $coll<%= relation.plural %>Partial = null;

    /** @var <%= view.objectCollection %><int, <%= relation.target %>>|null */
    protected ?<%= view.objectCollection %> $<%= relation.scheduled %> = null;

<% } %>
<% if (view.defaults.length > 0) { %>
    public function applyDefaultValues(): void
    {
<% for (const column of view.defaults) { %>
        $this-><%= column.property %> = <%= column.default %>;
<% } %>
    }

    public function hasOnlyDefaultValues(): bool
    {
        return <%= view.defaults.map((column) => `$this->${column.property} === ${column.default}`).join('\n            && ') %>;
    }

<% } %>
<% for (const column of view.columns) { %>
    public function get<%= column.phpName %>(): ?<%= column.native %>
    {
        return $this-><%= column.property %>;
    }

<%= column.setterHead %>
        $v = $v === null ? null : (<%= column.native %>) $v;
        if ($this-><%= column.property %> !== $v) {
<% if (column.primaryKey) { %>
            $this->rememberKey();
<% } %>
            $this-><%= column.property %> = $v;
            $this->modifiedColumns[<%= view.tableMap %>::<%= column.constant %>] = true;
        }
<% for (const relation of column.cached) { %>
        if ($this-><%= relation.property %> !== null && $this-><%= relation.property %>->get<%= relation.foreignPhpName %>() !== $v) {
            $this-><%= relation.property %> = null;
        }
<% } %>

        return $this;
    }

<% } %>
<% if (view.key) { %>
    public function getPrimaryKey(): ?<%= view.key.native %>
    {
        return $this-><%= view.key.property %>;
    }

    public function setPrimaryKey(?<%= view.key.native %> $key = null): void
    {
        $this->set<%= view.key.phpName %>($key);
    }

<% } %>
<% for (const relation of view.manyToOne) { %>
    public function get<%= relation.name %>(?<%= view.connection %> $con = null): ?<%= relation.target %>
    {
        if ($this-><%= relation.property %> === null && $this-><%= relation.localProperty %> !== null) {
            $this-><%= relation.property %> = <%= relation.targetQuery %>::create()->findPk($this-><%= relation.localProperty %>, $con);
        }

        return $this-><%= relation.property %>;
    }

    public function set<%= relation.name %>(?<%= relation.target %> $v = null): static
    {
        $this->set<%= relation.localPhpName %>($v?->get<%= relation.foreignPhpName %>());
        $this-><%= relation.property %> = $v;
        $v?->add<%= relation.reverseName %>($this);

        return $this;
    }

<% } %>
<% if (view.oneToMany.length > 0) { %>
    public function initRelation(string $relationName): void
    {
<% for (const relation of view.oneToMany) { %>
        if ($relationName === <%- relation.name %>) {
            $this->init<%= relation.plural %>();
        }
<% } %>
    }

<% } %>
<% for (const relation of view.oneToMany) { %>
    public function init<%= relation.plural %>(bool $overrideExisting = true): void
    {
        $this->initMany(<%- relation.plural %>, <%= relation.target %>::class, $overrideExisting);
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

    /** @return <%= view.objectCollection %><int, <%= relation.target %>> */
<%= relation.getHead %>
        return $this->getMany(<%- relation.plural %>, <%= relation.target %>::class, <%- relation.reverseName %>, $criteria, $con);
    }

    /** @param Collection<int, <%= relation.target %>> $<%= relation.pluralParameter %> */
<%= relation.setHead %>
        $this->setMany(
            <%- relation.plural %>,
            <%= relation.target %>::class,
            <%- relation.reverseName %>,
            $<%= relation.pluralParameter %>,
            <%- relation.deletesOrphans %>,
            $con,
        );

        return $this;
    }

<%= relation.countHead %>
        return $this->countMany(
            <%- relation.plural %>,
            <%= relation.target %>::class,
            <%- relation.reverseName %>,
            $criteria,
            $distinct,
            $con,
        );
    }

    public function add<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->addMany(<%- relation.plural %>, <%- relation.name %>, <%= relation.target %>::class, $<%= relation.parameter %>);

        return $this;
    }

    public function remove<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): static
    {
        $this->removeMany(
            <%- relation.plural %>,
            <%= relation.target %>::class,
            <%- relation.reverseName %>,
            $<%= relation.parameter %>,
            <%- relation.deletesOrphans %>,
        );

        return $this;
    }

<% } %>
    public function hydrate(
        array $row,
        int $startcol = 0,
        bool $rehydrate = false,
        string $indexType = <%= view.mapBase %>::TYPE_NUM,
    ): int {
        try {
            $c = $startcol;
            if ($indexType !== <%= view.mapBase %>::TYPE_NUM) {
                $row = <%= view.tableMap %>::rowByPosition($row, $indexType);
                $c = 0;
            }
<% for (const column of view.columns) { %>
            $this-><%= column.property %> = <%= column.hydrated %>;
<% } %>
        } catch (<%= view.throwable %> $e) {
            throw new <%= view.exception %>('Cannot hydrate ' . static::class . ' from the given row', 0, $e);
        }
        $this->modifiedColumns = [];
        $this->new = false;
        if ($rehydrate) {
            $this->ensureConsistency();
        }

        return $startcol + <%= view.columns.length %>;
    }
<% if (view.manyToOne.length > 0) { %>

    public function ensureConsistency(): void
    {
<% for (const relation of view.manyToOne) { %>
        if (
            $this-><%= relation.property %> !== null
            && $this-><%= relation.property %>->get<%= relation.foreignPhpName %>() !== $this-><%= relation.localProperty %>
        ) {
            $this-><%= relation.property %> = null;
        }
<% } %>
    }
<% } %>
<% if (view.relatedWork) { %>

    public function hasRelatedWork(): bool
    {
        return <%= view.relatedWork %>;
    }
<% } %>
<% if (view.primaryString) { %>

    public function __toString(): string
    {
        return (string) $this-><%= view.primaryString %>;
    }
<% } %>
<% for (const relation of view.oneToMany) { %>

    protected function doAdd<%= relation.name %>(<%= relation.target %> $<%= relation.parameter %>): void
    {
        $this->coll<%= relation.plural %>->append($<%= relation.parameter %>);
        $<%= relation.parameter %>->set<%= relation.reverseName %>($this);
    }
<% } %>
<% if (view.manyToOne.length > 0) { %>

    protected function saveReferencedObjects(<%= view.connection %> $con): int
    {
        $rows = 0;
<% for (const relation of view.manyToOne) { %>
        if ($this-><%= relation.property %> !== null) {
            if ($this-><%= relation.property %>->isNew() || $this-><%= relation.property %>->isModified()) {
                $rows += $this-><%= relation.property %>->save($con);
            }
            if ($this-><%= relation.localProperty %> !== $this-><%= relation.property %>->get<%= relation.foreignPhpName %>()) {
                $this->set<%= relation.name %>($this-><%= relation.property %>);
            }
        }
<% } %>

        return $rows;
    }
<% } %>
<% if (view.oneToMany.length > 0) { %>

    protected function saveReferringObjects(<%= view.connection %> $con): int
    {
        return <%= view.oneToMany.map((relation) => `$this->saveMany('${relation.plural}', ${relation.deletesOrphans}, $con)`).join('\n            + ') %>;
    }
<% } %>
}
