export { type ReversedSchema, type ReverseOptions, reverseSchema } from './reverse-schema.js'
