import { chmod, realpath, rename, stat, writeFile } from 'node:fs/promises'

/** Replaces a file that exists, with its permissions: whole or not at all, whenever we are interrupted. */
export async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  // A link stays one.
  const file = await realpath(path)
  const { mode } = await stat(file)
  const written = `${file}.orm-new`
  await writeFile(written, contents)
  await chmod(written, mode)
  await rename(written, file)
}
