import {
  CREDENTIAL_ID_KEY,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  ROW_ID,
  RunnelError,
} from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-label.ts'
import { fileParamsOf } from './file-params-of.ts'
import { createResolver } from './resolve-for-step.ts'
import { resolveValues } from './resolve-values.ts'

/** How deep components may be chosen inside each other. */
const MAX_DEPTH = 5

/**
 * The component that a `loadConfig` param names: its settings stand in `{param}Config` beside it, its credential in
 * `credentials[{param}Config]` of the node or inside the settings; what is chosen inside the settings stands at its
 * anchors. `path` may lead into rows by index (`agentTools[2].agentSelectedTool`). Undefined when none is chosen.
 */
export function selectComponent(stepRun: StepRun, path: string, values: JsonObject): Component | undefined {
  const place = findPlace(stepRun.step.node.values, values, path)
  return place && select(stepRun, place, 1)
}

function select(stepRun: StepRun, place: ParamPlace, depth: number): Component | undefined {
  const { node } = stepRun.step
  const type = place.holder[place.name]
  if (typeof type !== 'string' || type === '') return undefined
  const definition = stepRun.scope.session.ports.findDefinition(type)
  if (!definition) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(stepRun.step)}" chose "${type}", which this installation does not have. Choose another one.`,
    )
  }
  const config = place.holder[`${place.name}Config`]
  const settings = isJsonObject(config) ? config : {}
  const storedPath = `${place.storedPath}Config`
  const credential = findCredential(node.credentials?.[storedPath], settings)
  const values = resolveValues({
    inputs: definition.inputs,
    values: withoutCredential(settings),
    resolve: createResolver(stepRun),
  })
  return {
    nodeId: node.id,
    type,
    label: definition.label,
    values,
    credentials: credential === undefined || credential === '' ? {} : { credential },
    output: outputOf(definition, settings),
    ...fileParamsOf(definition),
    anchors: depth < MAX_DEPTH ? selectInside(stepRun, { definition, values, storedPath, depth }) : {},
  }
}

interface Inside {
  definition: NodeDefinition
  values: JsonObject
  storedPath: string
  depth: number
}

/** What is chosen inside the settings of a chosen component. */
function selectInside(
  stepRun: StepRun,
  { definition, values, storedPath, depth }: Inside,
): Record<string, Component[]> {
  const chosen = definition.inputs.flatMap(({ name, loadConfig }): [string, Component[]][] => {
    if (loadConfig !== true) return []
    const place = { holder: values, name, storedPath: `${storedPath}.${name}` }
    const component = select(stepRun, place, depth + 1)
    return component ? [[name, [component]]] : []
  })
  return Object.fromEntries(chosen)
}

function outputOf({ outputs, name }: NodeDefinition, { output }: JsonObject): string {
  const isOffered = outputs?.some((offered) => offered.name === output)
  return isOffered && typeof output === 'string' ? output : (outputs?.[0]?.name ?? name)
}

function withoutCredential(settings: JsonObject): JsonObject {
  const { [CREDENTIAL_ID_KEY]: _hidden, ...rest } = settings
  return rest
}

function findCredential(stored: string | undefined, settings: JsonObject): string | undefined {
  const inside = settings[CREDENTIAL_ID_KEY] ?? settings.credential
  return stored ?? (typeof inside === 'string' ? inside : undefined)
}

interface ParamPlace {
  /** The object that holds the param and its settings. */
  holder: JsonObject
  name: string
  /** The path as credentials are kept: rows by their hidden id. */
  storedPath: string
}

function findPlace(stored: JsonObject, resolved: JsonObject, path: string): ParamPlace | undefined {
  const row = /^([^.[\]]+)\[(\d{1,6})\]\.([^.[\]]+)$/.exec(path)
  if (!row) return { holder: resolved, name: path, storedPath: path }
  const [, list = '', index = '', name = ''] = row
  const holder = rowAt(resolved[list], Number(index))
  const storedRow = rowAt(stored[list], Number(index))
  const id = storedRow?.[ROW_ID]
  return holder && { holder, name, storedPath: `${list}[${typeof id === 'string' ? id : index}].${name}` }
}

function rowAt(list: JsonValue | undefined, index: number): JsonObject | undefined {
  const row = Array.isArray(list) ? list[index] : undefined
  return isJsonObject(row) ? row : undefined
}
