    public function __construct(string $dbName = <%= view.tableMap %>::DATABASE_NAME, string $modelName = <%= view.model %>::class, ?string $modelAlias = null)
    {
        parent::__construct($dbName, $modelName, $modelAlias);
    }

    public function doDeleteAll(?<%= view.names.ConnectionInterface %> $con = null): int
    {
        return $this-><%= view.condition %>->doDelete($con);
    }

    protected function basePreSelect(<%= view.names.ConnectionInterface %> $con): void
    {
        $this-><%= view.condition %>;
        parent::basePreSelect($con);
    }

    protected function basePreUpdate(array &$values, <%= view.names.ConnectionInterface %> $con, bool $forceIndividualSaves = false): ?int
    {
        $this-><%= view.condition %>;

        return parent::basePreUpdate($values, $con, $forceIndividualSaves);
    }

    protected function basePreDelete(<%= view.names.ConnectionInterface %> $con): ?int
    {
        $this-><%= view.condition %>;

        return parent::basePreDelete($con);
    }
