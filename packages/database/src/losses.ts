import { bareName, dialects, type Effect, effectOf, namesUsedBy, type Statement } from 'orm-core/internal'
import { type Facts, reachOf, readFacts, type TableFact, type Trigger } from './facts.js'
import type { Plan } from './plan.js'
import type { Connected, Driver } from './session.js'

/** A table with rows that a run would drop or change. */
export interface Loss {
  readonly connection: string
  /** As the SQL file writes it, or the server. */
  readonly table: string
  /** Absent when the server refuses to count. */
  readonly rows?: number
  /** Whether that is certain: the effect of an unknown statement is not. */
  readonly fate: Fate
}

type Fate = 'dropped' | 'changed' | 'unknown'

/** What a run puts at stake, found out before anything is executed. */
export interface Stakes {
  readonly losses: readonly Loss[]
  /** Statements whose effect is not known. */
  readonly unknown: readonly Statement[]
  /**
   * Statements that fire triggers or run functions while there are rows: which values these change, not even the row
   * counts show.
   */
  readonly firing: readonly Firing[]
  /** Whether functions or triggers do what the statements do not say, which only shows afterwards. */
  readonly hasHiddenWork: boolean
}

export interface Firing {
  readonly statement: Statement
  /** What it does that it does not say: `it fires trigger log of table book`. */
  readonly reason: string
}

/** `table book on connection "shop" with 12 rows will be dropped`. */
export const lossText = ({ connection, table, rows, fate }: Loss, auxiliary: 'will' | 'would'): string => {
  const verb = fate === 'unknown' ? 'may be changed by an unknown statement' : `${auxiliary} be ${fate}`
  return `table ${table} on connection "${connection}" with ${rowsText(rows)} ${verb}`
}

const rowsText = (rows: number | undefined): string =>
  rows === undefined ? 'rows that cannot be counted' : `${rows} row${rows === 1 ? '' : 's'}`

/**
 * Finds the tables that the statements can take rows from; those that are missing or empty lose nothing.
 *
 * @param safe whether `firing` is of interest
 */
export async function stakesOf(
  { connection, config, statements }: Plan,
  connected: Connected,
  safe = false,
): Promise<Stakes> {
  const { lexicon } = dialects[config.adapter]
  const deeds = statements.map(({ text }) => ({ ...effectOf(text, lexicon), ...namesUsedBy(text, lexicon) }))
  const unknown = statements.filter((_, index) => deeds[index]!.isUnknown)
  const isPlain = ({ changes, adds, calls, cascades, isUnknown, named }: Deed) =>
    !changes && !adds && !calls && !cascades && !isUnknown && !named.some((name) => readingWords.has(name))
  const dropCascades = connected.driver.dropActsOnForeignKeys?.(statements) ?? false
  const fates = new Map<string, Fate>()
  for (const table of deeds.flatMap(({ drops = [] }) => drops)) fates.set(table, 'dropped')
  let hasHiddenWork = false
  let firing: readonly Firing[] = []
  if (safe || !deeds.every(isPlain) || (dropCascades && fates.size > 0)) {
    const facts = await readFacts(
      connected,
      unknown.map(({ text }) => text),
    )
    hasHiddenWork = followAll(deeds, facts, fates, { dropCascades, canUndo: canUndo(connected) })
    const fired = safe ? [...watched(facts), ...firedBy(deeds, facts), ...runBy(deeds, facts)] : []
    if (fired.length > 0 && statements.length > 0 && (await holdsRows(facts, connected))) {
      firing = fired.map(({ index, reason }) => ({ statement: statements[index]!, reason }))
    }
    if (unknown.length > 0) putAllAtStake(facts, fates)
  }
  const losses = await counted(connection, fates, connected)
  return { losses: [...losses, ...elsewhere(connection, connected.driver, unknown)], unknown, firing, hasHiddenWork }
}

type Deed = Effect & ReturnType<typeof namesUsedBy>

/** Statements with one of these may read a view, which may run a function. */
const readingWords = new Set(['select', 'table', 'with', 'copy'])

/** Whether what turns out to be a loss can be taken back. */
export const canUndo = ({ driver }: Connected): boolean => driver.transaction.by !== 'nobody'

interface FollowOptions {
  /** Whether a DROP deletes the rows first, and foreign keys act on that. */
  readonly dropCascades: boolean
  readonly canUndo: boolean
}

/** Adds what the statements reach beyond what they name; says whether functions or triggers are left to be watched. */
function followAll(deeds: readonly Deed[], facts: Facts, fates: Map<string, Fate>, options: FollowOptions): boolean {
  const defined = new Set<string>()
  const known = new Set(facts.tables.map(({ bare }) => bare))
  const views = new Set(facts.views)
  const gone = new Set<string>()
  let isArmed = false
  let hasHiddenWork = false
  for (const effect of deeds) {
    const { drops = [], changes = [], adds = [], cascades } = effect
    const replaced = adds.filter((table) => replacesRows(bareName(table), facts))
    for (const table of [...changes, ...replaced]) if (!fates.has(table)) fates.set(table, 'changed')
    const reaching = [...changes, ...(cascades || options.dropCascades ? drops : [])]
    for (const table of reaching) {
      for (const reached of reachOf(table, facts, cascades === true)) addTable(reached, facts, fates, 'changed')
    }
    const written = [...adds, ...changes].map(bareName)
    const isView = (bare: string): boolean => views.has(bare) || !known.has(bare)
    const fires = (bare: string): boolean => isArmed || isView(bare) || (!gone.has(bare) && hasTriggers(bare, facts))
    if (written.some(fires) || functionIn(effect, facts, defined) !== undefined) {
      hasHiddenWork = true
      // A view hides the tables that lose.
      if (changes.some((table) => isView(bareName(table))) || !options.canUndo) putAllAtStake(facts, fates)
    }
    for (const table of drops) gone.add(bareName(table))
    for (const table of effect.creates ?? []) known.add(bareName(table))
    for (const view of effect.hides ?? []) views.add(bareName(view))
    for (const name of effect.defines ?? []) defined.add(name)
    isArmed ||= effect.arms !== undefined
  }
  return hasHiddenWork
}

interface Fired {
  readonly index: number
  readonly reason: string
}

/** What the database does at every change of its structure begins with the first statement. */
const watched = ({ watchers }: Facts): Fired[] =>
  watchers.map((name) => ({ index: 0, reason: `event trigger ${name} acts on statements that change the structure` }))

/** The triggers that statements fire, each with the first of these: those that are there, and those that they make. */
function firedBy(effects: readonly Effect[], { tables, views, triggers }: Facts): Fired[] {
  const known = new Set(tables.map(({ bare }) => bare))
  const armed = new Set(triggers)
  const fired = new Map<Trigger, number>()
  for (const [index, { drops = [], changes = [], adds = [], creates = [], arms }] of effects.entries()) {
    for (const written of [...changes, ...adds].map(bareName)) {
      // A view hides the tables that are written.
      const isTable = known.has(written) && !views.has(written)
      for (const trigger of armed) {
        const fires = trigger.table === written || trigger.table === '' || !isTable
        if (fires && !fired.has(trigger)) fired.set(trigger, index)
      }
    }
    const gone = new Set(drops.map(bareName))
    for (const trigger of armed) if (gone.has(trigger.table)) armed.delete(trigger)
    for (const table of creates) known.add(bareName(table))
    if (arms) armed.add({ name: bareName(arms.name), table: arms.table === undefined ? '' : bareName(arms.table) })
  }
  return [...fired].map(([{ name, table }, index]) => ({
    index,
    reason: `it fires trigger ${name}${table && ` of table ${table}`}`,
  }))
}

/** The statements that run functions, those that are there and those that they make. */
function runBy(deeds: readonly Deed[], facts: Facts): Fired[] {
  const defined = new Set<string>()
  return deeds.flatMap((deed, index) => {
    const name = functionIn(deed, facts, defined)
    for (const made of deed.defines ?? []) defined.add(made)
    return name === undefined ? [] : [{ index, reason: `it runs ${name}, or a function that ${name} calls` }]
  })
}

/** A function that the statement calls, or something that it names and that calls one. */
const functionIn = ({ called, named }: Deed, { routines, callers }: Facts, defined: ReadonlySet<string>) =>
  called.find((name) => routines.has(name) || defined.has(name)) ?? named.find((name) => callers.has(name))

async function holdsRows({ tables }: Facts, connected: Connected): Promise<boolean> {
  for (const { written } of tables) if ((await countRows(written, connected)) !== 0) return true
  return false
}

const hasTriggers = (bare: string, { triggers }: Facts): boolean => triggers.some(({ table }) => table === bare)

const replacesRows = (bare: string, { tables }: Facts): boolean =>
  tables.some((table) => table.bare === bare && table.replacesRows)

const putAllAtStake = (facts: Facts, fates: Map<string, Fate>): void => {
  for (const table of facts.tables) addTable(table, facts, fates, 'unknown')
}

/** Adds a table under the name of the server, unless it is known already as the statement writes it. */
function addTable({ bare, written }: TableFact, { tables }: Facts, fates: Map<string, Fate>, fate: Fate): void {
  const isOnly = tables.filter((other) => other.bare === bare).length === 1
  const isKnown = fates.has(written) || (isOnly && [...fates.keys()].some((name) => bareName(name) === bare))
  if (!isKnown) fates.set(written, fate)
}

/** Databases in other files, whose tables are out of sight. */
const elsewhere = (connection: string, { opensDatabases }: Driver, unknown: readonly Statement[]): Loss[] =>
  unknown
    .filter(({ text }) => opensDatabases?.test(text))
    .map(({ text }) => ({ connection, table: `of "${text}"`, fate: 'unknown' }))

async function counted(connection: string, fates: ReadonlyMap<string, Fate>, connected: Connected): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const [table, fate] of fates) {
    const rows = await countRows(table, connected)
    if (rows === 'unknown') losses.push({ connection, table, fate })
    else if (rows > 0) losses.push({ connection, table, rows, fate })
  }
  return losses
}

/** The rows of a table; 0 where it is missing. */
export async function countRows(
  table: string,
  { driver, session, unreachable }: Connected,
): Promise<number | 'unknown'> {
  try {
    const [row] = await session.execute(`SELECT COUNT(*) FROM ${table}`)
    return Number(Object.values(row ?? {})[0] ?? 0)
  } catch (error) {
    const problem = driver.problemOf(error)
    if (problem.kind !== 'statement') throw unreachable(problem)
    return driver.isMissing(problem) ? 0 : 'unknown'
  }
}
