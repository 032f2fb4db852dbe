/** The used part of vinyl-fs, which has no type declarations. */
declare module 'vinyl-fs' {
  const vinylFs: { dest(directory: string): NodeJS.ReadWriteStream }
  export default vinylFs
}
