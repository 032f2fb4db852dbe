export { terminalPrompts } from './init/prompts.js'
export type { Io } from './io.js'
export { ask } from './io.js'
export { run } from './run.js'
