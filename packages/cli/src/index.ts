export { Interrupted, terminalPrompts } from './init/prompts.js'
export type { ProcessIo } from './io.js'
export { ask } from './io.js'
export { run } from './run.js'
