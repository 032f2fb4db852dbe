export { writeDraft } from './draft.js'
export { Repair } from './repair.js'
export { draftSchema, namePattern, type ReversedSchema, type ReverseOptions } from './reverse-schema.js'
