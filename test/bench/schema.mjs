import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Reading and resolving: tables of ten columns, each with a foreign key and an index. */
export const title = 'schema: read and resolve tables of ten columns'

const columns = Array.from({ length: 8 }, (_, index) => `<column name="column_${index}" type="varchar" size="40"/>`)

/** @param {number} count */
function schemaOf(count) {
  const tables = Array.from({ length: count }, (_, index) => {
    const target = `table_${index >> 1}`
    return `  <table name="table_${index}">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    ${columns.join('\n    ')}
    <column name="other_id" type="integer"/>
    <foreign-key foreignTable="${target}" onDelete="cascade"><reference local="other_id" foreign="id"/></foreign-key>
    <index><index-column name="column_1"/></index>
  </table>`
  })
  return `<database name="shop" namespace="Shop">\n${tables.join('\n')}\n</database>\n`
}

/** Each size in a process of its own, so that memory of one does not count for another. */
export function run() {
  const [small, large] = [1000, 5000].map((count) => {
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(count)], {
      encoding: 'utf8',
    })
    if (!stdout) throw new Error(stderr)
    return JSON.parse(stdout)
  })
  const factor = large.milliseconds / small.milliseconds
  return {
    rows: [
      { what: '1,000 tables', value: `${small.milliseconds.toFixed(0)} ms`, memory: `${small.megabytes} MB` },
      { what: '5,000 tables', value: `${large.milliseconds.toFixed(0)} ms`, memory: `${large.megabytes} MB` },
      { what: '5,000 against 1,000', value: `${factor.toFixed(1)} times`, limit: 'under 6 times, under 400 MB' },
    ],
    ok: factor < 6 && large.megabytes < 400,
  }
}

async function measure(/** @type {number} */ count) {
  const { dialects } = await import('#core/dialects/index.js')
  const { pluralize } = await import('#core/model/index.js')
  const { resolveSchema } = await import('#core/schema/index.js')
  const settings = {
    tablePrefix: '',
    targetPackage: '',
    packageObjectModel: true,
    namespaceAutoPackage: true,
    autoPrefix: false,
    autoPackage: false,
    autoNamespace: false,
    merge: false,
    phpDir: '.',
    pluralize,
  }
  const files = { read: async () => undefined, list: async () => [] }
  const behaviors = { names: [], find: () => undefined, isBundled: () => false }
  const context = { platforms: new Map([['shop', dialects.mysql]]), settings, behaviors, files }
  const contents = Buffer.from(schemaOf(count))
  const times = []
  let megabytes = 0
  // The best of a few runs, in time of the processor, which counts what this process does and not what the machine did
  // besides; memory is that of the first run, before garbage of others is added.
  for (let time = 0; time < 4; time++) {
    const start = process.cpuUsage()
    const { diagnostics } = await resolveSchema([{ path: 'schema.xml', contents }], context)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
    megabytes ||= Math.round(process.resourceUsage().maxRSS / 1024)
    if (diagnostics.length > 0) throw new Error(`${diagnostics[0].code} ${diagnostics[0].message}`)
  }
  process.stdout.write(JSON.stringify({ milliseconds: Math.min(...times), megabytes }))
}

const [, script, size] = process.argv
if (script === fileURLToPath(import.meta.url)) await measure(Number(size))
