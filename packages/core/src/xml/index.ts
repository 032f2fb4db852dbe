export { decodeXml } from './decode.js'
export { isXmlProblem, parseXml, type XmlAttribute, type XmlElement } from './parse.js'
export { writeXml, type XmlNode } from './write.js'
