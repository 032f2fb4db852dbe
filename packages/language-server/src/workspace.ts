import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { configNames, isConfig, isSchema } from './file-kinds.js'
import type { OpenDocuments } from './overlay-reader.js'
import { Project } from './project.js'

/** The projects of all open files. */
export class Workspace {
  readonly #open: OpenDocuments
  readonly #projects = new Map<string, Project>()
  /** Whether project code may run: external behaviors and PHP configurations. */
  plugins = true

  constructor(open: OpenDocuments) {
    this.#open = open
  }

  /**
   * Returns the project of a file: one that includes it, that of the nearest directory with a configuration, or that of its own
   * directory.
   */
  projectOf(path: string): Project {
    const root = rootOf(path)
    const known = this.including(path) ?? this.#projects.get(root)
    if (known) return known
    const project = new Project(root, this.#open, this.plugins)
    this.#projects.set(root, project)
    return project
  }

  /** Returns the project with a schema that includes this file. */
  including(path: string): Project | undefined {
    return isSchema(path) || isConfig(path) ? undefined : this.projects.find((project) => project.reads(path))
  }

  remove(project: Project): void {
    this.#projects.delete(project.root)
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
