// What nobody can be faster than in Node: the same files, without any thought about what is in them.
//   bare.mjs write <pack>   writes the files of a pack
//   bare.mjs check <pack>   reads the inputs of a pack and looks at the files
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const [, , work, pack] = process.argv
const { directories, inputs, files } = JSON.parse(readFileSync(`${pack}.json`, 'utf8'))
if (work === 'write') {
  const contents = readFileSync(`${pack}.bin`)
  for (const directory of directories) mkdirSync(directory, { recursive: true })
  for (const { path, from, to } of files) writeFileSync(path, contents.subarray(from, to))
} else {
  for (const path of inputs) readFileSync(path)
  for (const { path } of files) statSync(path)
}
