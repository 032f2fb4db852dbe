// Bundles the studio page as one script and one style sheet with everything they need, so the page loads nothing from other
// sites.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const [page, target] = ['page', 'bundle'].map((folder) => join(import.meta.dirname, folder))

/** @param {string} path */
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = [...readdirSync(page).map((name) => join(page, name)), import.meta.filename]
if (timeOf(join(target, 'studio.js')) < Math.max(...sources.map(timeOf))) {
  mkdirSync(target, { recursive: true })
  await build({
    entryPoints: [join(page, 'studio.tsx'), join(page, 'studio.css')],
    outdir: target,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
  })
  const preact = dirname(createRequire(import.meta.url).resolve('preact/package.json'))
  copyFileSync(join(preact, 'LICENSE'), join(target, 'preact.LICENSE'))
}
