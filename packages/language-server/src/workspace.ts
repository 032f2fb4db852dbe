import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type OpenDocuments, Project } from './project.js'

const configFile = /^orm\.(?:ya?ml|php|json|ini|xml)(?:\.dist)?$/
const configNames = ['yaml', 'yml', 'php', 'json', 'ini', 'xml'].flatMap((ending) => [
  `orm.${ending}`,
  `orm.${ending}.dist`,
])

export const isSchema = (path: string): boolean => path.endsWith('schema.xml')

export const isConfig = (path: string): boolean => configFile.test(basename(path))

/** The projects that open files belong to. */
export class Workspace {
  readonly #open: OpenDocuments
  readonly #projects = new Map<string, Project>()
  /** Whether code of projects may be run: behaviors from outside, configurations in PHP. */
  plugins = true

  constructor(open: OpenDocuments) {
    this.#open = open
  }

  /** The project of a file: the nearest folder with a configuration, or the folder of the file itself. */
  projectOf(path: string): Project {
    const root = rootOf(path)
    const known = this.#projects.get(root)
    if (known) return known
    const project = new Project(root, this.#open, this.plugins)
    this.#projects.set(root, project)
    return project
  }

  get projects(): readonly Project[] {
    return [...this.#projects.values()]
  }
}

function rootOf(path: string): string {
  for (let folder = dirname(path), above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const places = [folder, join(folder, 'conf'), join(folder, 'config')]
    if (places.some((place) => configNames.some((name) => existsSync(join(place, name))))) return folder
  }
  return dirname(path)
}
