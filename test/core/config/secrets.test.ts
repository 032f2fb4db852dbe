import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { formsOfSecrets, secretParts, shownDsn, withoutSecrets } from 'orm-core/internal'
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
