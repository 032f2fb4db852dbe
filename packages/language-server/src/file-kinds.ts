import { basename } from 'node:path'

const configFile = /^orm\.(?:ya?ml|php|json|ini|xml)(?:\.dist)?$/
export const configNames = ['yaml', 'yml', 'php', 'json', 'ini', 'xml'].flatMap((ending) => [
  `orm.${ending}`,
  `orm.${ending}.dist`,
])

export const isSchema = (path: string): boolean => path.endsWith('schema.xml')

export const isConfig = (path: string): boolean => configFile.test(basename(path))
