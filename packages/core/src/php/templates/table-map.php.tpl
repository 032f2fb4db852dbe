<% for (const constant of view.constants) { %>
    public const <%= constant.name %> = <%= constant.value %>;
<% } %>

    public function initialize(): void
    {
        $this->setName(self::TABLE_NAME);
        $this->setPhpName(self::TABLE_PHP_NAME);
        $this->setIdentifierQuoting(<%- view.identifierQuoting %>);
        $this->setClassName(<%= view.className %>);
        $this->setPackage(<%- view.packageName %>);
        $this->setUseIdGenerator(<%- view.useIdGenerator %>);
<% for (const statement of view.flags) { %>
        <%= statement %>
<% } %>
    }

<% if (view.hasClassOfRow) { %>
    public static function getOMClass(array|bool $row = true, int $colnum = 0, bool $withPrefix = true): string
    {
        return is_bool($row) ? self::classOfRow(null, 0, $row) : self::classOfRow($row, $colnum, $withPrefix);
    }

<% } %>
<% if (view.behaviors.length > 0) { %>
    public function getBehaviors(): array
    {
        return [
<% for (const behavior of view.behaviors) { %>
            <%= behavior %>,
<% } %>
        ];
    }

<% } %>
