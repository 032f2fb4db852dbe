import { dialects } from '../../dialects/index.js'
import { phpString } from '../../escape/php-literal.js'
import { serverName } from '../../model/index.js'
import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { writeTransactions } from '../write-transactions.js'
import { applyToTrees, prepareTable } from './prepare-table.js'
import { closureNameOf, parameters } from './shape.js'

const runtime = 'Orm\\Runtime\\Behavior\\ClosureTable'

/** Trees with many concurrent writers: each row refers to its parent, and a second table contains all ancestors. */
export const closureTable = defineBehavior({
  name: 'closure_table',
  // Deletes the descendants before the row itself.
  layer: 20,
  parameters,
  modifyDatabase: applyToTrees,
  modifyTable: prepareTable,
  object: {
    traits: () => [`${runtime}\\ClosureTableTrait`],
    unchangedWork: () => '',
    ...unlessReadOnly({
      preUpdateRow: () => php`$this->moveBranch($con);`,
      postInsertRow: () => php`$this->enterTree($con);`,
      postCopy: () => php`$this->collClosureBelows = $this->collClosureAboves = null;`,
    }),
  },
  query: {
    traits: () => [`${runtime}\\ClosureTableQueryTrait`],
    ...unlessReadOnly({
      preUpdate: () => php`$this->refuseParents($values, $forceIndividualSaves);`,
      preDelete: () => php`$this->deleteBelow($con);`,
    }),
    filter: (query, context) => {
      const trait = context.cls.use(`${runtime}\\ClosureTableQueryTrait`)
      query.traitTags.set(trait, `@use ${trait}<${context.cls.model}>`)
      writeTransactions(query, context)
    },
  },
  tableMap: {
    constants: ({ table, params, cls }) => {
      const closure = table.other(closureNameOf(table.model, params))!
      const name = serverName(closure.model, dialects[table.database.platform])
      const keys = [
        ...closure.model.foreignKeys,
        ...table.model.foreignKeys.filter(({ references }) => references[0]?.local === params.parent_column),
      ]
      const cascades = keys.every(({ onDelete, skipSql }) => onDelete === 'CASCADE' && !skipSql)
      return [
        cls.constant({ name: 'CLOSURE_TABLE', value: phpString(name) }),
        ...(cascades ? [] : [cls.constant({ name: 'CLOSURE_WITHOUT_CASCADE', value: 'true' })]),
      ]
    },
  },
})
