import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { dialects } from 'orm-core'
import { cannotConnect, Source, splitStatements } from 'orm-core/internal'
import { driverOf } from '#database/dialects/index.js'
import { run } from '#database/execute/run.js'
import { DatabaseError } from '#database/session/database-error.js'
import type { Driver } from '#database/session/session.js'
import { root } from '../support/root.mjs'

/** A server that knows which tables and sequences there are, and complains as the real one does. */
class Server {
  readonly objects = new Set<string>()
  log: string[] = []

  constructor(
    readonly driver: Driver,
    readonly complain: (problem: 'no table' | 'no sequence' | 'exists') => object,
  ) {}

  readonly session = {
    execute: async (statement: string) => {
      this.log.push(statement)
      const problem = this.#execute(statement)
      const refused = () => this.driver.problemOf(Object.assign(new Error('refused'), this.complain(problem!)))
      if (problem) throw new DatabaseError(refused(), cannotConnect('shop', 'refused'))
      return []
    },
    close: async () => {},
    destroy: () => {},
  }

  #execute(statement: string): Parameters<Server['complain']>[0] | undefined {
    const guarded = /^IF OBJECT_ID\(N'(.+?)', N'U'\) IS NOT NULL/.exec(statement)?.[1]
    if (guarded) this.objects.delete(`TABLE ${guarded.toUpperCase()}`)
    const [, verb, kind, name] = /^(CREATE|DROP) (TABLE|SEQUENCE) (\S+)/.exec(statement) ?? []
    if (!verb) return undefined
    const object = `${kind} ${name!.toUpperCase()}`
    if (verb === 'DROP') return this.objects.delete(object) ? undefined : kind === 'TABLE' ? 'no table' : 'no sequence'
    if (this.objects.has(object)) return 'exists'
    this.objects.add(object)
    return undefined
  }
}

const complaints = {
  oracle: {
    'no table': { message: 'ORA-00942: table or view does not exist' },
    'no sequence': { message: 'ORA-02289: sequence does not exist' },
    exists: { message: 'ORA-00955: name is already used by an existing object' },
  },
  mssql: { 'no table': { number: 3701 }, 'no sequence': { number: 3701 }, exists: { number: 2714 } },
} as const

for (const vendor of ['mssql', 'oracle'] as const) {
  for (const name of ['worked-example', 'everything', 'schemas']) {
    test(`${vendor}: a first and a second run of ${name}`, async (t) => {
      const sql = readFileSync(join(root, `test/core/dialects/golden/${name}/${vendor}.sql`), 'utf8')
      const { statements } = splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon)
      const texts = statements.map(({ text }) => text)
      const expected = vendor === 'mssql' ? ['BEGIN TRANSACTION', ...texts, 'COMMIT'] : texts
      const driver = await driverOf(vendor)
      const server = new Server(driver, (problem) => complaints[vendor][problem])
      const connected = {
        driver,
        session: server.session,
        censor: (text: string) => text,
      }

      const first = await run(connected, { connection: 'x', statements })
      t.deepEqual(server.log, expected, 'everything is executed, in order')
      const drops = texts.filter((text) => text.startsWith('DROP'))
      t.is(first.executed, texts.length)
      t.deepEqual(
        first.notices,
        drops.map((text) => {
          const [, kind, object] = text.split(' ')
          return `cannot drop ${kind!.toLowerCase()} ${object}: it does not exist`
        }),
      )
      t.is(drops.length > 0, vendor === 'oracle', 'the drops of SQL Server look first')

      const objects = [...server.objects]
      server.log = []
      const second = await run(connected, { connection: 'x', statements })
      t.deepEqual(server.log, expected, 'the same again')
      t.deepEqual(second.notices, [], 'and nothing to remark')
      t.deepEqual([...server.objects].sort(), objects.sort())
    })
  }
}
