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
