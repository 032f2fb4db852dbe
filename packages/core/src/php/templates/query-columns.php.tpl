    protected const TABLE_MAP = <%= view.tableMap %>::class;

<% if (view.notFoundClass) { %>
    protected string $entityNotFoundExceptionClass = <%= view.notFoundClass %>::class;

<% } %>
    public function __construct(string $dbName = <%= view.tableMap %>::DATABASE_NAME, string $modelName = <%= view.modelName %>, ?string $modelAlias = null)
    {
<% if (view.hasOwnBase) { %>
        parent::__construct($dbName, $modelName, $modelAlias);
<% } else { %>
        $this->dbName = $dbName;
        $this->modelName = $modelName;
        $this->modelAlias = $modelAlias;
<% } %>
    }

<% for (const column of view.columns) { %>
    /** @return static */
    public function filterBy<%= column.phpName %>(<%= column.types %> $<%= column.parameter %> = null, ?string $comparison = null)
    {
<% if (column.check) { %>
        <%= column.check %>

<% } %>
        return $this-><%= column.condition %>(<%= column.constant %>, $<%= column.parameter %>, $comparison);
    }

<% if (column.singular) { %>
    /** @return static */
    public function filterBy<%= column.singular %>(mixed $value = null, ?string $comparison = null)
    {
        return $this-><%= column.condition %>(<%= column.constant %>, <%= column.singularValue %>, $comparison);
    }

<% } %>
<% } %>
