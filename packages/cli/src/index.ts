export { ask } from './ask.js'
export { terminalPrompts } from './init/prompts.js'
export type { Io } from './io.js'
export { run } from './run.js'
