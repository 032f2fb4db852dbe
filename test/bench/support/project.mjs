import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** @typedef {{ directory: string, pack: string, clean: () => void }} BenchProject */

const sources = ['orm.yaml', 'schema.xml']

/** A disk's noise hides the rest. */
export function folderInMemory() {
  const memory = '/dev/shm'
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'orm-bench-'))
}

/**
 * A project of so many tables, the same whenever it is made.
 *
 * @param {string} directory
 * @param {number} count
 */
export function writeProject(directory, count) {
  mkdirSync(join(directory, 'node_modules'), { recursive: true })
  const connection = { adapter: 'mysql', dsn: 'mysql:host=localhost;dbname=shop' }
  // JSON is YAML.
  writeFileSync(
    join(directory, 'orm.yaml'),
    JSON.stringify({ orm: { database: { connections: { shop: connection } } } }),
  )
  writeFileSync(join(directory, 'schema.xml'), schemaOf(count))
}

/** @param {number} count */
export function schemaOf(count) {
  const tables = Array.from({ length: count }, (_, index) => tableOf(index, count))
  return `<database name="shop" namespace="Shop" defaultIdMethod="native">\n${tables.join('\n')}\n</database>\n`
}

/**
 * Ten columns of mixed types, two foreign keys, an index and a unique.
 *
 * @param {number} index
 * @param {number} count
 */
const tableOf = (index, count) => `  <table name="table_${index}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="200" required="true"/>
    <column name="code" type="VARCHAR" size="20"/>
    <column name="price" type="DECIMAL" size="10" scale="2"/>
    <column name="amount" type="INTEGER" defaultValue="0"/>
    <column name="published" type="DATE"/>
    <column name="is_bound" type="BOOLEAN"/>
    <column name="state" type="ENUM" valueSet="draft,out,gone"/>
    <column name="parent_id" type="INTEGER" required="true"/>
    <column name="friend_id" type="INTEGER"/>
    <foreign-key foreignTable="table_${index >> 1}" phpName="Parent" refPhpName="Child${index}">
      <reference local="parent_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="table_${(index * 7) % count}" phpName="Friend" refPhpName="FriendOf${index}">
      <reference local="friend_id" foreign="id"/>
    </foreign-key>
    <index><index-column name="title"/></index>
    <unique><unique-column name="code"/></unique>
  </table>`

/**
 * The files that a build wrote, in a form that costs a bare script nothing to read.
 *
 * @param {string} directory
 * @param {string} pack  path without extension
 */
export function packOutput(directory, pack) {
  const files = []
  const contents = []
  let from = 0
  for (const path of outputOf(directory)) {
    const bytes = readFileSync(join(directory, path))
    files.push({ path, from, to: from + bytes.length })
    contents.push(bytes)
    from += bytes.length
  }
  const directories = [...new Set(files.map(({ path }) => dirname(path)))]
  writeFileSync(`${pack}.json`, JSON.stringify({ directories, inputs: sources, files }))
  writeFileSync(`${pack}.bin`, Buffer.concat(contents))
  return { files: files.length, bytes: from }
}

/** @param {string} directory */
const outputOf = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => /\.(?:php|sql|map)$/.test(path))
    .sort()

/** @param {string} directory */
export function cleanOutput(directory) {
  for (const name of readdirSync(directory)) {
    if (!sources.includes(name) && name !== 'node_modules') rmSync(join(directory, name), { recursive: true })
  }
}
