export { ask } from './ask.js'
export type { Io } from './io.js'
export { run } from './run.js'
