export { decodeXml } from './decode.js'
export { parseXml, type XmlAttribute, type XmlElement, type XmlProblem } from './parse.js'
