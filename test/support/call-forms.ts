/**
 * The list of all ways to query rows by the value of a column, as PHP code. `$query` is a new query of a model, and `$value` is
 * the value. Every form in this list is tested with all column kinds, and the `kinds` benchmark measures it.
 */
export const callForms: Readonly<Record<string, (column: string, model: string) => string>> = {
  'filterByColumn()': (column) => `$query->filterBy${column}($value)->find()`,
  'filterByColumn() with a comparison': (column) => `$query->filterBy${column}($value, '=')->find()`,
  'filterByColumn() with a list': (column) => `$query->filterBy${column}([$value])->find()`,
  'filterBy()': (column) => `$query->filterBy('${column}', $value)->find()`,
  'filterByArray()': (column) => `$query->filterByArray(['${column}' => $value])->find()`,
  'findByColumn()': (column) => `$query->findBy${column}($value)`,
  'findBy()': (column) => `$query->findBy('${column}', $value)`,
  'findByArray()': (column) => `$query->findByArray(['${column}' => $value])`,
  'findOneByColumn()': (column) => `array_filter([$query->findOneBy${column}($value)])`,
  'where()': (column, model) => `$query->where('${model}.${column} = ?', $value)->find()`,
  'where() with a list': (column, model) => `$query->where('${model}.${column} IN ?', [$value])->find()`,
  'condition()': (column, model) => `$query->condition('c', '${model}.${column} = ?', $value)->where(['c'])->find()`,
  'filterByColumn() with a list of three': (column) => `$query->filterBy${column}([$value, $value, $value])->find()`,
  'filterByColumn() under an alias': (column) => `$query->setModelAlias('s', true)->filterBy${column}($value)->find()`,
  'where() with an alias': (column) => `$query->setModelAlias('s')->where('s.${column} = ?', $value)->find()`,
  '_or()': (column) => `$query->filterById(-1)->_or()->filterBy${column}($value)->find()`,
}

/** Further ways, which not every kind of column has: they may throw an exception. The result is empty if no row is found. */
export const unusualForms: typeof callForms = {
  'filterByColumn() with a range': (column) => `$query->filterBy${column}(['min' => $value, 'max' => $value])->find()`,
  'two comparisons': (column) => `$query->filterBy${column}($value, '>=')->filterBy${column}($value, '<=')->find()`,
  'findOneBy() with a name': (column) => `$query->findOneBy('${column}', $value)`,
  'where() with two values': (column, model) =>
    `$query->where('${model}.${column} IN (?, ?)', [$value, $value])->find()`,
  'where() with BETWEEN': (column, model) =>
    `$query->where('${model}.${column} BETWEEN ? AND ?', [$value, $value])->find()`,
  'where() in parentheses': (column, model) => `$query->where('(${model}.${column} = ?)', $value)->find()`,
  'where() beside another condition': (column, model) =>
    `$query->where('${model}.Id > ? AND ${model}.${column} = ?', [0, $value])->find()`,
  'where() with IN beside another condition': (column, model) =>
    `$query->where('${model}.Id > ? AND ${model}.${column} IN (?)', [0, [$value]])->find()`,
  'where() with the value first': (column, model) => `$query->where('? = ${model}.${column}', $value)->find()`,
  'having()': (column, model) => `$query->groupById()->groupBy('${column}')->having('${model}.${column} = ?', $value)
      ->select(['Id', '${column}'])->find()`,
  'having() with an alias': (
    column,
    model,
  ) => `$query->withColumn('${model}.${column}', 'same')->groupById()->groupBy('${column}')
      ->having('same = ?', $value)->select(['Id', 'same'])->find()`,
  'add()': (column) =>
    `$query->add($query->getTableMap()->getColumn('${column}')->getFullyQualifiedName(), $value)->find()`,
  'add() without a table': (column) =>
    `$query->add($query->getTableMap()->getColumn('${column}')->getName(), $value)->find()`,
  'addOr()': (column) => `$query->filterById(-1)
      ->addOr($query->getTableMap()->getColumn('${column}')->getFullyQualifiedName(), $value)->find()`,
  'addHaving()': (column) => `$query->groupById()->groupBy('${column}')->addHaving($query->getNewCriterion(
      $query->getTableMap()->getColumn('${column}')->getFullyQualifiedName(), $value))->select(['Id', '${column}'])->find()`,
  'count()': (column) => `$query->filterBy${column}($value)->count()`,
  'exists()': (column) => `$query->filterBy${column}($value)->exists()`,
  'a sub-query': (column, model) => `$query->filterById(
      ${model}Query::create()->filterBy${column}($value)->select('Id'), 'IN')->find()`,
  'a query in FROM': (column, model) => `$query->addSelectQuery(${model}Query::create(), 'inner_rows')
      ->where('inner_rows.${column} = ?', $value)->find()`,
  'filterByColumn() with delete()': (column) => `$query->filterBy${column}($value)->delete()`,
  'where() with delete()': (column, model) => `$query->where('${model}.${column} = ?', $value)->delete()`,
  'filterByColumn() with a list and delete()': (column) => `$query->filterBy${column}([$value, $value])->delete()`,
  'filterByColumn() with update()': (column) => `$query->filterBy${column}($value)->update(['Note' => 'changed'])`,
  'where() with update()': (column, model) =>
    `$query->where('${model}.${column} = ?', $value)->update(['Note' => 'changed'])`,
}

/** Ways to ask for a row by its key. The result is empty if no row is found. */
export const keyForms: typeof callForms = {
  findPk: (key) => `$query->findPk(${key})`,
  'findPk, not alone': (key) => `$query->filterByNote('kept')->findPk(${key})`,
  findPks: (key) => `$query->findPks([${key}])`,
  'findPks with two': (key) => `$query->findPks([${key}, ${key}])`,
  'findPks with many': (key) => `$query->findPks(array_fill(0, 250, ${key}))`,
  filterByPrimaryKey: (key) => `$query->filterByPrimaryKey(${key})->findOne()`,
  filterByPrimaryKeys: (key) => `$query->filterByPrimaryKeys([${key}])->count()`,
  'filterByPrimaryKey with delete': (key) => `$query->filterByPrimaryKey(${key})->delete()`,
  'filterByPrimaryKey with update': (key) => `$query->filterByPrimaryKey(${key})->update(['Note' => 'changed'])`,
  'doDelete of the table map': (key, model) => `Map\\${model}TableMap::doDelete(${key})`,
}

/** Ways to ask for the rows of a list by its scope, on a model with the `sortable` behavior. */
export const listForms: typeof callForms = {
  findList: () => `$query->findList($value)`,
  inList: () => `$query->inList($value)->find()`,
  countList: () => `$query->countList($value)`,
  findOneByRank: () => `$query->findOneByRank(1, $value)`,
  filterByRank: () => `$query->filterByRank(1, $value)->find()`,
  getMaxRank: () => `$query->getMaxRank($value)`,
  deleteList: () => `$query->deleteList($value)`,
}

/** Ways to ask for the rows of a tree by its scope, on a model with the `nested_set` behavior. */
export const treeForms: typeof callForms = {
  findRoot: () => `$query->findRoot($value)`,
  findTree: () => `$query->findTree($value)`,
  inTree: () => `$query->inTree($value)->find()`,
  deleteTree: () => `$query->deleteTree($value)`,
}
