import { type DialectName, driverMissing, OrmError } from 'orm-core/internal'

/** Loads a driver, which is a peer dependency because generating files needs none. orm-cli includes the small drivers. */
export async function loadPeer<T>(name: string, adapter: DialectName): Promise<T> {
  try {
    const module = (await import(name)) as T & { default?: T }
    return module.default ?? module
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error
    throw new OrmError([driverMissing(adapter, name)])
  }
}
