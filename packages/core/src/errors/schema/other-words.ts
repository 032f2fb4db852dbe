/** Attributes that users know from other tools, such as Doctrine, Laravel and Prisma, and from SQL. */

/** An element with an attribute that it does not have. */
export interface GivenAttribute {
  /** Name of the element, such as "column". */
  readonly element: string
  /** Value of its attribute "name". */
  readonly name: string
  readonly attribute: string
  readonly value: string
}

/** What to write instead: the name of an attribute, or text for the given name and whether the value is true. */
type Cure = string | ((name: string, isOn: boolean) => string)

/** Words without case, hyphens and underscores. */
type Words = readonly (readonly [words: string, cure: Cure])[]

const unlessOff =
  (cure: (name: string) => string): Cure =>
  (name, isOn) =>
    isOn ? cure(name) : 'remove it'

const write = (text: string): Cure => unlessOff(() => `write ${text}`)

const vendorParameter = (parameter: string): Cure =>
  write(`<vendor type="…"><parameter name="${parameter}" value="…"/></vendor> inside it`)

const description = 'comment comments remarks doc documentation note'
const charset = 'charset characterset encoding'
const collation = 'collation collate'

/** Attributes of an index and of a unique key, whose columns are elements. */
const ofIndex = (kind: string): Words => [
  ['column columns columnname columnnames field fields on keys', write(`<${kind}-column name="…"/> inside it`)],
  ['include includes covering', write('<index-include name="…"/> inside it')],
  ['condition predicate filter', 'where'],
  ['using type algorithm', 'method'],
]

const ofIndexColumn: Words = [
  ['length len prefix prefixlength', 'size'],
  ['sort direction sortorder', 'order'],
  ['collation', 'collate'],
  ['column field', 'name'],
]

const wordsOf: Readonly<Record<string, Words>> = {
  table: [
    [description, 'description'],
    ['tablename dbname', 'name'],
    ['class classname entity entityname model modelname', 'phpName'],
    ['extends inherits', 'baseClass'],
    ['implements', 'interface'],
    ['primarykey primarykeys pk', write('primaryKey="true" at each column of the key')],
    [
      'unique uniques uniquekeys uniqueconstraint uniqueconstraints',
      write('<unique><unique-column name="…"/></unique> inside it'),
    ],
    ['index indexes indices keys', write('<index><index-column name="…"/></index> inside it')],
    ['foreignkey foreignkeys', write('<foreign-key foreignTable="…"> inside it')],
    ['check checks constraint constraints', write('<check expression="…"/> inside it')],
    ['timestamps', write('<behavior name="timestampable"/> inside it')],
    ['softdelete softdeletes', write('<behavior name="soft_delete"/> inside it')],
    ['engine tabletype storageengine', vendorParameter('Engine')],
    [charset, vendorParameter('Charset')],
    [collation, vendorParameter('Collate')],
  ],
  column: [
    [description, 'description'],
    ['length maxlength len limit precision', 'size'],
    ['decimals decimalplaces places fraction', 'scale'],
    ['sqldefinition columndefinition definition dbtype nativetype columntype databasetype', 'sqlType'],
    ['values enum enumvalues options choices allowed set members', 'valueSet'],
    ['enumtype enumclass', 'phpEnum'],
    ['property propertyname field fieldname', 'phpName'],
    ['columnname dbname', 'name'],
    ['lazy', 'lazyLoad'],
    ['computed virtual virtualas storedas generatedalwaysas', 'generated'],
    ['id isid identifier primary isprimary isprimarykey pk', write('primaryKey="true"')],
    ['auto autoinc increments isautoincrement serial generatedvalue generator strategy', write('autoIncrement="true"')],
    ['notnull nonnull nonnullable mandatory isrequired', write('required="true"')],
    [
      'null nullable isnullable allownull allowsnull acceptsnull optional',
      (_, isOn) => (isOn ? 'remove it: a column without required="true" accepts NULL' : 'write required="true"'),
    ],
    [
      'unique isunique uniq uniquekey uniqueindex',
      unlessOff((name) => `write <unique><unique-column name="${name}"/></unique> in the table`),
    ],
    [
      'index isindex indexed isindexed indexkey key',
      unlessOff((name) => `write <index><index-column name="${name}"/></index> in the table`),
    ],
    [
      'references foreignkey isforeignkey fk foreign foreigntable foreigncolumn reftable constrained belongsto manytoone relation target',
      unlessOff(
        (name) =>
          `write <foreign-key foreignTable="…"><reference local="${name}" foreign="…"/></foreign-key> in the table`,
      ),
    ],
    ['ondelete cascade cascadeondelete', write('onDelete="…" at the <foreign-key> of the column')],
    ['check constraint condition', write('<check expression="…"/> inside it')],
    ['usecurrent currenttimestamp', write('defaultExpr="CURRENT_TIMESTAMP"')],
    ['usecurrentonupdate', write('onUpdate="CURRENT_TIMESTAMP"')],
    [charset, vendorParameter('Charset')],
    [collation, vendorParameter('Collate')],
  ],
  'foreign-key': [
    [
      'table tablename references referencedtable referencestable reftable target targetentity to foreign',
      'foreignTable',
    ],
    ['deleterule delete cascadeondelete cascade', 'onDelete'],
    ['updaterule update cascadeonupdate', 'onUpdate'],
    [
      'column columns columnname local localcolumn foreigncolumn referencedcolumn referencedcolumnname',
      write('<reference local="…" foreign="…"/> inside it'),
    ],
  ],
  reference: [
    ['column columnname from localcolumn', 'local'],
    ['to references referencedcolumn referencedcolumnname refcolumn foreigncolumn', 'foreign'],
  ],
  index: [
    ['unique isunique', unlessOff(() => 'write <unique> with <unique-column> instead of <index>')],
    ...ofIndex('index'),
  ],
  unique: ofIndex('unique'),
  'index-column': ofIndexColumn,
  'unique-column': ofIndexColumn,
}

/** Returns what to write instead of an attribute that other tools have, if this is one. */
export function cureOfOtherWord({ element, name, attribute, value }: GivenAttribute): string | undefined {
  const word = attribute.toLowerCase().replaceAll(/[-_]/g, '')
  const cure = wordsOf[element]?.find(([words]) => words.split(' ').includes(word))?.[1]
  return typeof cure === 'string'
    ? `did you mean "${cure}"?`
    : cure?.(name || '…', !/^(?:false|no?|off|0)$/i.test(value))
}
