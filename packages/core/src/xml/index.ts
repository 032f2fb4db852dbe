export { type DecodedXml, decodeXml } from './decode.js'
export { isXmlProblem, parseXml, type XmlAttribute, type XmlElement, type XmlProblem } from './parse.js'
export { writeXml, type XmlNode } from './write.js'
