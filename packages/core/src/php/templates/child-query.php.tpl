    public function __construct(string $dbName = <%= view.tableMap %>::DATABASE_NAME, string $modelName = <%= view.model %>::class, ?string $modelAlias = null)
    {
        parent::__construct($dbName, $modelName, $modelAlias);
    }

    protected function restrictToClass(): static
    {
        return $this-><%= view.condition %>;
    }

<% if (view.isFirst) { %>
    public function doDeleteAll(?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this->restrictToClass()->doDelete($con);
    }

    protected function basePreSelect(<%= view.names.ConnectionInterface %> $con): void
    {
        $this->restrictToClass();
        parent::basePreSelect($con);
    }

    protected function basePreUpdate(array &$values, <%= view.names.ConnectionInterface %> $con, bool $forceIndividualSaves = false): ?int
    {
        $this->restrictToClass();

        return parent::basePreUpdate($values, $con, $forceIndividualSaves);
    }

    protected function basePreDelete(<%= view.names.ConnectionInterface %> $con): ?int
    {
        $this->restrictToClass();

        return parent::basePreDelete($con);
    }
<% } %>
