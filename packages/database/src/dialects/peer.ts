import { type DialectName, driverMissing, OrmError } from 'orm-core/internal'

/** Loads a driver that the user's project installs; those for SQL Server and Oracle are too large to be dependencies. */
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
