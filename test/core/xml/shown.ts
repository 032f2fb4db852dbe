import { placeOf } from '#core/errors/source.js'
import { isXmlProblem, type parseXml, type XmlElement } from '#core/xml/index.js'

/** A tree with the places of everything in it, or the problem with its own. */
export const shownResult = (parsed: ReturnType<typeof parseXml>): unknown =>
  isXmlProblem(parsed)
    ? [
        parsed.reason,
        parsed.entity,
        parsed.hint,
        placeOf(parsed),
        parsed.notes?.map((note) => [note.message, placeOf(note.at)]),
      ]
    : [shown(parsed.root), parsed.inner]

function shown({ name, attributes, children, text, content, ...mark }: XmlElement): unknown {
  return [
    name,
    placeOf(mark),
    attributes.map((attribute) => [attribute.name, attribute.value, placeOf(attribute)]),
    text && placeOf(text),
    content,
    children.map(shown),
  ]
}
