import { BuildError, defineBehavior, p, php } from 'orm-core/behavior'

/** Adds a column with the time of the last change, and touch(), which sets it. */
export default defineBehavior({
  name: 'touchable',
  parameters: {
    column: p.column({ default: 'touched_at', doc: 'the column that holds the time' }),
    disabled: p.boolean({ default: false, doc: 'whether only touch() sets the time, and no update' }),
  },
  modifyTable({ table, params }) {
    table.ensureColumn({ name: params.column, type: 'TIMESTAMP' })
    const column = table.findColumn(params.column)
    if (column.type !== 'TIMESTAMP') throw new BuildError(`column "${column.name}" is no TIMESTAMP`, { node: column })
  },
  object: {
    methods: ({ table, params, cls }) => [
      cls.method({
        name: 'touch',
        returns: '$this',
        doc: 'Sets the time of the last change to now.',
        body: php`return $this->${table.col(params.column).setter}(time());`,
      }),
    ],
    preUpdate: ({ params }) => (params.disabled ? null : php`$this->touch();`),
  },
  query: {
    methods: ({ table, params, cls }) => [
      cls.method({
        name: 'recentlyTouched',
        params: ['int $days = 7'],
        returns: 'static',
        doc: 'The rows that were touched in the last days.',
        body: php`
          $since = time() - $days * 86400;

          return $this->filterBy${table.col(params.column).phpName}(['min' => $since]);
        `,
      }),
    ],
  },
})
