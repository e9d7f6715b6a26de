import { isJsonObject, type JsonObject, type JsonValue, ROW_ID, RunnelError } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import { labelOf } from '../step-label.ts'
import { buildComponent } from './build-components.ts'
import { createResolver } from './resolve-for-step.ts'
import { resolveValues } from './resolve-values.ts'
import type { StepRun } from './step-run.ts'

const CREDENTIAL_FIELD = 'FLOWISE_CREDENTIAL_ID'

/**
 * The component that a `loadConfig` param names: its settings stand in `{param}Config` beside it, its credential in
 * `credentials[{param}Config]` of the node or inside the settings. `path` may lead into rows by index
 * (`agentTools[2].agentSelectedTool`). Undefined when none is chosen.
 */
export async function selectComponent(
  stepRun: StepRun,
  path: string,
  values: JsonObject,
): Promise<Component | undefined> {
  const { node } = stepRun.step
  const place = findPlace(node.values, values, path)
  const chosen = place?.holder[place.name]
  if (!place || typeof chosen !== 'string' || chosen === '') return undefined
  const definition = stepRun.scope.session.ports.findDefinition(chosen)
  if (!definition) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(stepRun.step)}" chose "${chosen}", which this installation does not have. Choose another one.`,
    )
  }
  const config = place.holder[`${place.name}Config`]
  const settings = isJsonObject(config) ? config : {}
  return buildComponent(stepRun, {
    node: { id: node.id, type: chosen, label: definition.label },
    definition,
    values: resolveValues({
      inputs: definition.inputs,
      values: withoutCredential(settings),
      resolve: createResolver(stepRun),
    }),
    anchors: {},
    credentialId: findCredential(node.credentials?.[`${place.storedPath}Config`], settings),
  })
}

function withoutCredential(settings: JsonObject): JsonObject {
  const { [CREDENTIAL_FIELD]: _hidden, ...rest } = settings
  return rest
}

function findCredential(stored: string | undefined, settings: JsonObject): string | undefined {
  const inside = settings[CREDENTIAL_FIELD] ?? settings.credential
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
