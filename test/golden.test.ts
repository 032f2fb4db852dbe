import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { checkGoldenCase } from './support/golden.js'
import { root } from './support/root.mjs'

const folder = join(root, 'test', 'golden')

for (const entry of readdirSync(folder, { withFileTypes: true })) {
  if (entry.isDirectory()) test(`golden: ${entry.name}`, (t) => checkGoldenCase(t, join(folder, entry.name)))
}
