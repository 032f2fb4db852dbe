export { dictionaryOf } from './dictionary.js'
export { dotOf } from './dot.js'
export { type Drawing, type DrawnColumn, type DrawnKey, type DrawnTable, drawingOf, objectText } from './drawing.js'
export { mermaidOf } from './mermaid.js'
