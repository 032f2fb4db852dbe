export { decodeXml } from './decode.js'
export {
  isXmlProblem,
  parseXml,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
  type XmlProblem,
} from './parse.js'
export { reparseXml } from './reparse.js'
export { writeXml, type XmlNode } from './write.js'
