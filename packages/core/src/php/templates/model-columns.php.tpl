    public const TABLE_MAP = <%= view.tableMap %>::class;

<% for (const column of view.columns) { %>
    protected <%= column.propertyType %> $<%= column.property %> = <%= column.default %>;

<% if (column.lazyLoad) { %>
    protected bool $<%= column.property %>_isLoaded = false;

<% } %>
<% if (column.keepsObject) { %>
    protected mixed $<%= column.property %>_isUnserialized = null;

<% } %>
<% } %>
<% if (view.constructs) { %>
    public function __construct()
    {
<% for (const statement of view.constructorBody) { %>
        <%= statement %>
<% } %>
    }

<% } %>
<% if (view.hasDefaults) { %>
    public function applyDefaultValues(): void
    {
<% for (const column of view.defaults) { %>
        $this-><%= column.property %> = <%= column.applied %>;
<% } %>
    }

    public function hasOnlyDefaultValues(): bool
    {
        return <%= view.isDefault %>;
    }

<% } %>
<% for (const column of view.columns) { %>
    /** <%= ...column.getter.doc %> */
    <%= column.getter.visibility %> function get<%= column.phpName %>(<%= ...column.getter.parameters %>): <%= column.getter.type %>
    {
<% if (column.lazyLoad) { %>
        if (!$this-><%= column.property %>_isLoaded && !$this->rowIsNew && $this-><%= column.property %> === <%= column.default %>) {
            $this->load<%= column.phpName %>($con);
        }

<% } %>
        return <%= column.getter.value %>;
    }

<% if (column.isAccessor) { %>
    <%= column.getter.visibility %> function <%= column.isAccessor %>(<%= ...column.getter.parameters %>): <%= column.getter.type %>
    {
        return $this->get<%= column.phpName %>(<%= column.isArguments %>);
    }

<% } %>
<% if (column.singular) { %>
    <%= column.getter.visibility %> function has<%= column.singular %>(mixed $value, <%= ...column.connection %>): bool
    {
        return in_array(<%= column.element %>, <%= column.elements %>, false);
    }

<% } %>
<% if (column.isWritten) { %>
    <%= column.setter.visibility %> function set<%= column.phpName %>(<%= column.setter.parameter %>): static
    {
<% if (column.setter.conversion) { %>
        <%= column.setter.conversion %>
<% } %>
<% if (column.setter.differs) { %>
        if (<%= column.setter.differs %>) {
<% for (const statement of column.setter.stores) { %>
            <%= statement %>
<% } %>
            $this->modifiedColumns[<%= column.constant %>] = true;
        }
<% } else { %>
<% for (const statement of column.setter.stores) { %>
        <%= statement %>
<% } %>
        $this->modifiedColumns[<%= column.constant %>] = true;
<% } %>
<% if (column.lazyLoad) { %>
        $this-><%= column.property %>_isLoaded = true;
<% } %>
<% for (const drop of column.setter.drops) { %>
        if (<%= drop.property %> !== null && <%= drop.when %>) {
            <%= drop.property %> = null;
        }
<% } %>
<% for (const line of column.setter.passesOn) { %>
        <%= line %>
<% } %>

        return $this;
    }

<% if (column.singular) { %>
    <%= column.setter.visibility %> function add<%= column.singular %>(mixed $value, <%= ...column.connection %>): static
    {
        return $this->set<%= column.phpName %>([...$this->get<%= column.phpName %>(<%= column.isArguments %>), $value]);
    }

    <%= column.setter.visibility %> function remove<%= column.singular %>(mixed $value, <%= ...column.connection %>): static
    {
        $values = <%= column.elements %>;

        return $this->set<%= column.phpName %>(<%= view.names.ColumnValue %>::without($values, <%= column.element %>));
    }

<% } %>
<% } %>
<% if (column.lazyLoad) { %>
    protected function load<%= column.phpName %>(?<%= view.names.ConnectionInterface %> $con = null): void
    {
        $value = $this->fetchLazyColumn(<%= column.constant %>, $con);
        $this-><%= column.property %> = <%= column.hydrated %>;
        $this-><%= column.property %>_isLoaded = true;
    }

<% } %>
<% } %>
<% if (view.key) { %>
    public function getPrimaryKey(): <%= view.key.type %>
    {
        return <%= view.key.value %>;
    }

    <%= view.key.setterVisibility %> function setPrimaryKey(<%= view.key.parameter %>): void
    {
<% for (const statement of view.key.assignments) { %>
        <%= statement %>
<% } %>
    }

<% } else { %>
    /** @return null the table has no primary key */
    public function getPrimaryKey(): mixed
    {
        return null;
    }

<% } %>
