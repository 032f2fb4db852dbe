import type { Config } from '../config/index.js'
import type { KeyType, ModelSettings } from '../php/class-settings.js'

/** Returns the configuration settings that affect classes. */
export function modelSettings({ generator, version, adapters, paths }: Config): ModelSettings {
  const { objectModel, dateTime } = generator
  return {
    addGenericAccessors: objectModel.addGenericAccessors,
    addGenericMutators: objectModel.addGenericMutators,
    addHooks: objectModel.addHooks,
    addSaveMethod: objectModel.addSaveMethod,
    addClassLevelComment: objectModel.addClassLevelComment,
    ...(objectModel.addTimeStamp && { timeStamp: timeStamp(version) }),
    defaultKeyType: objectModel.defaultKeyType as KeyType,
    namespaceMap: objectModel.namespaceMap,
    entityNotFoundExceptionClass: objectModel.entityNotFoundExceptionClass,
    useLeftJoinsInDoJoinMethods: objectModel.useLeftJoinsInDoJoinMethods,
    emulateForeignKeyConstraints: objectModel.emulateForeignKeyConstraints,
    classPrefix: objectModel.classPrefix ?? '',
    nativeReturnTypes: objectModel.nativeReturnTypes,
    checkLengths: objectModel.checkLengths,
    refuseUnknownKeys: objectModel.refuseUnknownKeys,
    generateCollections: objectModel.generateCollections,
    generateFactories: objectModel.generateFactories,
    enumClasses: objectModel.enumClasses,
    objectClasses: objectModel.objectClasses,
    dateTimeClass: dateTime.dateTimeClass,
    defaultTimeStampFormat: dateTime.defaultTimeStampFormat ?? null,
    defaultTimeFormat: dateTime.defaultTimeFormat ?? null,
    defaultDateFormat: dateTime.defaultDateFormat ?? null,
    schemaDir: paths.schemaDir,
    sql: adapters,
  }
}

/** Returns the time stamp. With it, equal input does not give equal files. */
function timeStamp(version: string | undefined): string {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  return `Version ${version ?? '0.1.0'}, built at ${time}.`
}
