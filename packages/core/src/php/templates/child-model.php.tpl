    public function __construct()
    {
        parent::__construct();
        $this->set<%= view.keyName %>(<%= view.tableMap %>::<%= view.keyConstant %>);
    }
