import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { loadConfig } from 'orm-core'
import { formsOfSecrets, secretParts, shownDsn, withoutSecrets, writeFormat } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

/** The cases that the runtime's tests read too: data source names, and what is shown of them. */
const cases: readonly { readonly dsn: string; readonly shown: string }[] = JSON.parse(
  readFileSync(join(root, 'test', 'support', 'secrets.json'), 'utf8'),
)

for (const { dsn, shown } of cases) {
  test(`only known parts of a DSN are shown: ${dsn}`, (t) => {
    t.is(shownDsn(dsn), shown)
    // What stands before "@" without a colon is a user.
    if (!dsn.includes('CANARY') || dsn.includes('//CANARY@')) return
    t.notRegex(withoutSecrets(`what a server says of ${dsn}`, formsOfSecrets(secretParts(dsn))), /CANARY/)
  })
}

test('a password that is also the value of another key is in no message, in any format', async (t) => {
  const shop = { adapter: 'CANARY1', dsn: 'sqlite:x;%CANARY2%', password: 'CANARY1' }
  for (const [format, writer] of Object.entries(writeFormat)) {
    const write = await writer()
    const name = `orm.${format}`
    const files = memoryFiles({ [name]: write({ database: { connections: { shop } } }) })
    const error = await t.throwsAsync(loadConfig({ files }), { message: /ORM-C104[\s\S]*ORM-C112/ }, format)
    t.notRegex(error!.message, /CANARY/, format)
  }
})
