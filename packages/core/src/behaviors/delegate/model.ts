import { phpString } from '../../escape/php-literal.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { ClassBuilder, Member, MethodSpec } from '../class-builder.js'
import { addMethodTags } from '../method-tags.js'
import { methods } from '../methods.js'
import { type Php, php } from '../php.js'
import { type Context, type Delegate, delegatesOf } from './shape.js'

const modelOf = (cls: ClassBuilder, { view }: Delegate): string =>
  cls.use(view.classes.model.fqcn, `Child${view.classes.model.short}`)

/** Returns the constant with the delegates by relation: their class, and the columns that the main object shows as its own. */
export function modelConstants(context: Context): Member[] {
  const items = delegatesOf(context).map((delegate) => {
    const names = delegate.columns.map(({ phpName }) => phpString(phpName)).join(', ')
    return `'${delegate.relation.name}' => [${modelOf(context.cls, delegate)}::class, [${names}]]`
  })
  return [context.cls.constant({ name: 'DELEGATES', visibility: 'protected', value: `[${items.join(', ')}]` })]
}

export function queryMethods(context: Context): Member[] {
  const { cls } = context
  return delegatesOf(context).flatMap(({ view, relation, columns }) => {
    const query = cls.use(view.classes.query.fqcn, `Child${view.classes.query.short}`)
    const use = `$this->delegateQuery('${relation.name}', '${relation.foreignKey.defaultJoin}', ${query}::class)`
    const ascending = `${cls.use('Orm\\Runtime\\ActiveQuery\\Criteria')}::ASC`
    return columns.flatMap(({ phpName }) =>
      methods(cls, [
        [
          `filterBy${phpName}(mixed $value = null, ?string $comparison = null): static`,
          `return ${use}->filterBy${phpName}($value, $comparison)->endUse();`,
        ],
        [
          `orderBy${phpName}(string $order = ${ascending}): static`,
          `return ${use}->orderBy${phpName}($order)->endUse();`,
        ],
      ]),
    )
  })
}

export const askDelegates = (): Php => php`
  $delegate = $this->delegateFor($name);
  if ($delegate !== null) {
      return $delegate->$name(...$params);
  }
`

const generic = 'Orm\\Runtime\\ActiveRecord\\GenericFieldsTrait'

/** Adds the delegates' columns to the array methods of the class, and their methods to its docblock. */
export function tellDelegates(cls: PhpClass, context: Context): void {
  const name = context.cls.use(generic)
  const position = cls.traits.findIndex((trait) => trait === name || trait.startsWith(`${name} {`))
  const replace = (method: string, made: Omit<MethodSpec, 'name'>): void => {
    const [, aliases = ''] = cls.traits[position]?.match(/{\n(.*) {4}}$/s) ?? []
    // Settings or a read-only table may omit the method.
    if (position < 0 || aliases.includes(` ${method} as private;`)) return
    const own = `own${method.charAt(0).toUpperCase()}${method.slice(1)}`
    cls.traits[position] = `${name} {\n${aliases}        ${method} as private ${own};\n    }`
    cls.methods.push(context.cls.method({ name: method, ...made }).node)
  }
  replace('exportedRow', {
    visibility: 'protected',
    // The same parameters as in the trait: classes of inheriting tables may use the trait's method.
    params: [
      'string $keyType',
      'bool $includeLazyLoadColumns',
      'array $alreadyDumpedObjects',
      'bool $includeForeignObjects',
    ],
    doc: '@return array',
    body: php`
      $row = $this->ownExportedRow($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, $includeForeignObjects);

      return $this->withDelegated($row, $keyType);
    `,
  })
  replace('fromArray', {
    params: ['array $arr', "string $keyType = ''"],
    doc: '@return static',
    body: php`return $this->ownFromArray($arr, $keyType)->takeDelegated($arr, $keyType);`,
  })
  const known = new Set(cls.methods.map(({ name }) => name.toLowerCase()))
  const tags: string[] = []
  for (const delegate of delegatesOf(context)) {
    for (const column of delegate.relation.table.columns) {
      for (const method of context.cls.accessorsOf(delegate.relation.table, column)) {
        if (known.has(method.name.toLowerCase()) || !method.modifiers.startsWith('public')) continue
        known.add(method.name.toLowerCase())
        const returns = method.returns === 'static' ? modelOf(context.cls, delegate) : (method.returns ?? 'mixed')
        tags.push(`@method ${returns} ${method.name}(${method.parameters.join(', ')})`)
      }
    }
  }
  addMethodTags(cls, tags)
}
