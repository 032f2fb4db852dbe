    public function hydrate(array $row, int $startcol = 0, bool $rehydrate = false, string $indexType = <%= view.names.TableMap %>::TYPE_NUM): int
    {
        try {
            $this-><%= view.rowMethod %>(<%= view.tableMap %>::nativeRow($row, $startcol, $indexType));
        } catch (<%= view.names.Throwable %> $e) {
            throw new <%= view.names.OrmException %>('Cannot hydrate ' . static::class . ' from the given row', 0, $e);
        }
        $this->becomeHydrated();
        if ($rehydrate) {
            $this->ensureConsistency();
        }
<% for (const line of view.afterHydration) { %>
        <%= line %>
<% } %>

        return $startcol + <%= view.hydratedColumns %>;
    }

    /** Hydrates from a row of native values; see TableMap. */
    <%= view.afterHydration.length > 0 ? 'private' : 'protected' %> function <%= view.rowMethod %>(array $row): void
    {
<% for (const statement of view.hydration) { %>
        <%= statement %>
<% } %>
    }

<% if (view.exportsRelated) { %>
    public function toArray(string $keyType = '', bool $includeLazyLoadColumns = true, array $alreadyDumpedObjects = [], bool $includeForeignObjects = false): array
    {
        return $this->exportedRow($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, $includeForeignObjects);
    }

<% } %>
<% if (view.toText) { %>
    public function __toString(): string
    {
        return <%= view.toText %>;
    }

<% } %>
<% if (view.keyParents) { %>
    protected function keyParents(): array
    {
        return <%= view.keyParents %>;
    }

<% } %>
<% if (view.relatedWork) { %>
    protected function relatedWorkWaits(): bool
    {
        return <%= view.relatedWork %>;
    }

<% } %>
<% if (view.savesReferrers) { %>
    protected function saveReferringObjects(<%= view.names.ConnectionInterface %> $con): int
    {
<% if (view.singles.length > 0) { %>
        $rows = 0;
<% for (const single of view.singles) { %>
        if ($this-><%= single %> !== null && !$this-><%= single %>->isDeleted() && ($this-><%= single %>->isNew() || $this-><%= single %>->isModified())) {
            $rows += $this-><%= single %>->save($con);
        }
<% } %>

        return <%= view.rowsOfReferrers %>;
<% } else { %>
        return <%= view.rowsOfReferrers %>;
<% } %>
    }

<% } %>
<% if (view.reloads) { %>
    protected bool $skipsReload = false;

    public function save(?<%= view.names.ConnectionInterface %> $con = null, bool $skipReload = false): int
    {
        $this->skipsReload = $skipReload;
        try {
            return $this->saveRowAndRelated($con);
        } finally {
            $this->skipsReload = false;
        }
    }

    protected function doSave(<%= view.names.ConnectionInterface %> $con): int
    {
        $reloads = !$this->skipsReload && <%= view.reloads %>;
        $rows = $this->doSaveOnce($con);
        if ($reloads && $rows > 0) {
            $this->reload(false, $con);
        }

        return $rows;
    }

<% } %>
