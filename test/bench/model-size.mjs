import { buildModel, loadConfig } from 'orm-core'
import { schemaOf } from './support/project.mjs'

/** What people open: tables of ten columns with two foreign keys, which two others refer to on average. */
export const title = 'model: the classes of a table, mean of a hundred tables that refer to each other'

const count = 100

const yaml =
  'orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite::memory:"\n'

const limits = { bytes: 50_000, lines: 1_300 }

export async function run() {
  const files = {
    /** @param {string} path */
    read: async (path) => (path === 'orm.yaml' ? Buffer.from(yaml) : undefined),
    /** @param {string} directory */
    list: async (directory) => (directory === '.' ? ['orm.yaml'] : []),
  }
  const config = await loadConfig({ files })
  const built = await buildModel([{ path: 'schema.xml', contents: Buffer.from(schemaOf(count)) }], { config, files })
  const classes = built.filter(({ kind }) => kind !== 'loader')
  const bytes = classes.reduce((sum, { contents }) => sum + Buffer.byteLength(contents), 0) / count
  const lines = classes.reduce((sum, { contents }) => sum + contents.split('\n').length - 1, 0) / count
  return {
    rows: [
      { what: 'classes', value: String(classes.length / count) },
      { what: 'bytes', value: bytes.toFixed(0), limit: `at most ${limits.bytes}`, ok: bytes <= limits.bytes },
      { what: 'lines', value: lines.toFixed(0), limit: `at most ${limits.lines}`, ok: lines <= limits.lines },
    ],
    ok: bytes <= limits.bytes && lines <= limits.lines,
  }
}
