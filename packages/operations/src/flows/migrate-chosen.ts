import { type InputDefinition, isJsonObject, type JsonObject } from '@runnel/contract'
import type { NodeType } from '@runnel/node-kit'

type FindNode = (type: string) => NodeType | undefined

/**
 * Values whose chosen components are as the present versions of their types read them. The settings of such a component
 * have no version of their own: that they hold a param of before tells that they are older.
 */
export function migrateChosen(
  values: JsonObject,
  inputs: readonly InputDefinition[],
  find: FindNode,
): JsonObject {
  const changes = inputs
    .map((input) => migrateInput(values, input, find))
    .filter((each) => each !== undefined)
  return changes.length === 0 ? values : Object.assign({}, values, ...changes)
}

function migrateInput(values: JsonObject, input: InputDefinition, find: FindNode): JsonObject | undefined {
  const { name, array, loadConfig } = input
  const value = values[name]
  if (loadConfig === true && typeof value === 'string') {
    const key = `${name}Config`
    const settings = values[key]
    const type = find(value)
    const lifted = type && isJsonObject(settings) ? migrateSettings(settings, type, find) : settings
    return lifted === undefined || lifted === settings ? undefined : { [key]: lifted }
  }
  if (!array || !Array.isArray(value)) return undefined
  const rows = value.map((row) => (isJsonObject(row) ? migrateChosen(row, array, find) : row))
  return rows.every((row, index) => row === value[index]) ? undefined : { [name]: rows }
}

function migrateSettings(
  settings: JsonObject,
  { definition, migrations = [] }: NodeType,
  find: FindNode,
): JsonObject {
  const { formerInputs = [], inputs } = definition
  const isOlder = formerInputs.some((name) => Object.hasOwn(settings, name))
  const due = isOlder ? migrations.toSorted((a, b) => a.number - b.number) : []
  const lifted = due.reduce((current, { migrate }) => migrate(current), settings)
  return migrateChosen(lifted, inputs, find)
}
