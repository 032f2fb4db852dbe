/** Files but for those that are part of another one: a `.dist` file is a part of the one that it is beside. */
export const withoutDist = <File extends { readonly path: string }>(files: readonly File[]): File[] =>
  files.filter(({ path }) => !files.some((other) => path === `${other.path}.dist`))
