import type { Config, ConnectionConfig } from '../config/index.js'
import { type PhpValue, phpExport, phpString } from './literal.js'

/** Version of the layout; the runtime refuses any other and asks for a new config:convert. */
const layoutVersion = 2

/** The runtime section of the configuration as PHP (runtime-api §11.1). */
export function configFile(config: Config): string {
  const lines = [
    '<?php',
    '$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer();',
    `$serviceContainer->checkVersion(${layoutVersion});`,
  ]
  for (const name of config.runtime.connections) lines.push(...connectionLines(name, config.connections[name]!))
  lines.push(
    `$serviceContainer->setDefaultDatasource(${phpString(config.runtime.defaultConnection)});`,
    "require_once __DIR__ . '/./loadDatabase.php';",
    '',
  )
  return lines.join('\n')
}

function connectionLines(name: string, connection: ConnectionConfig): string[] {
  return [
    `$serviceContainer->setAdapterClass(${phpString(name)}, ${phpString(connection.adapter)});`,
    `$manager = new \\Orm\\Runtime\\Connection\\ConnectionManagerSingle(${phpString(name)});`,
    `$manager->setConfiguration(${phpExport(runtimeSettings(connection))});`,
    '$serviceContainer->setConnectionManager($manager);',
  ]
}

function runtimeSettings({ adapter: _, attributes, ...settings }: ConnectionConfig): PhpValue {
  return { ...settings, ...(attributes && { attributes: withDefaults(attributes) }) } as unknown as PhpValue
}

/** An `attributes` key that is present but empty asks for the defaults that users know. */
const withDefaults = (attributes: NonNullable<ConnectionConfig['attributes']>): PhpValue =>
  Object.keys(attributes).length > 0 ? attributes : { ATTR_EMULATE_PREPARES: false, ATTR_TIMEOUT: 30 }
