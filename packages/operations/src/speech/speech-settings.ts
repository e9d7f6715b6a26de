import { can, type Principal } from '@runnel/access'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  RunnelError,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { Component } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'
import { consentFor, credentialPlacesOf } from '../credentials/credential-hosts.ts'
import { parseFlowSettings } from '../flow-rights.ts'

/** The settings of a flow that choose a component which is on no canvas, by its type name. */
export type SpeechSetting = NonNullable<NodeDefinition['settingOf']>

const SETTINGS: readonly SpeechSetting[] = ['speechToText', 'textToSpeech']

/** What a setting keeps of a service: its values, its credential, and whether it is the chosen one. */
interface KeptService {
  definition: NodeDefinition
  values: JsonObject
  credential: string
  isChosen: boolean
}

function listServices(text: string | null, setting: SpeechSetting, catalogue: Catalogue): KeptService[] {
  return Object.entries(parseFlowSettings(text)).flatMap(([name, kept]) => {
    const definition = catalogue.find(name)
    if (definition?.settingOf !== setting || !isJsonObject(kept)) return []
    const { credentialId, status, ...values } = kept
    const credential = typeof credentialId === 'string' ? credentialId : ''
    return [{ definition, values, credential, isChosen: status === true }]
  })
}

function withDefaults({ inputs }: NodeDefinition, values: JsonObject): JsonObject {
  const isGiven = (value: JsonValue | undefined) => value !== undefined && value !== null && value !== ''
  const known = inputs.map(({ name, default: initial }) => [
    name,
    isGiven(values[name]) ? values[name] : (initial ?? ''),
  ])
  return Object.fromEntries(known) as JsonObject
}

/** A service with these values as the data that its work is given. */
export function speechComponent(
  definition: NodeDefinition,
  { values, credential }: { values: JsonObject; credential: string },
): Component {
  const { name, label } = definition
  const credentials: Record<string, string> = credential === '' ? {} : { credential }
  const filled = withDefaults(definition, values)
  return { nodeId: name, type: name, label, values: filled, credentials, output: name, anchors: {} }
}

/** The service that a flow's author chose in this setting; undefined when it is off. */
export function findSpeechService(
  flow: Pick<FlowRow, SpeechSetting>,
  setting: SpeechSetting,
  catalogue: Catalogue,
): Component | undefined {
  const chosen = listServices(flow[setting], setting, catalogue).find(({ isChosen }) => isChosen)
  return chosen && speechComponent(chosen.definition, chosen)
}

/** Whether answers of a flow are to be read out by themselves. */
export function readsOut({ textToSpeech }: Pick<FlowRow, 'textToSpeech'>): boolean {
  return Object.values(parseFlowSettings(textToSpeech)).some(
    (kept) => isJsonObject(kept) && kept.status === true && kept.autoPlay === true,
  )
}

/**
 * The consent that a service's credential goes to the address in its values (`consentFor`). A setting is saved only by
 * somebody who may give it, so that the service consents for itself.
 */
export function consentsOf(
  { type, values, credentials }: Pick<Component, 'type' | 'values' | 'credentials'>,
  find: Catalogue['find'],
): string[] {
  const { credential } = credentials
  if (credential === undefined) return []
  return credentialPlacesOf(find(type), values).map((place) => consentFor(credential, place))
}

function listConsents(text: string | null, setting: SpeechSetting, catalogue: Catalogue): string[] {
  return listServices(text, setting, catalogue).flatMap((kept) =>
    consentsOf(speechComponent(kept.definition, kept), catalogue.find),
  )
}

/**
 * Refuses settings in which a credential would go to an address that was not there before, unless the saver may edit
 * credentials. @throws RunnelError `forbidden`, `invalid_input` for an address that is none
 */
export function checkSpeechSettings(
  principal: Principal,
  { body, before }: { body: SpeechTexts; before?: Pick<FlowRow, SpeechSetting> },
  catalogue: Catalogue,
): void {
  for (const setting of SETTINGS) {
    const text = body[setting]
    if (text === undefined || text === null) continue
    const named = listConsents(text, setting, catalogue)
    const agreed = before ? listConsents(before[setting], setting, catalogue) : []
    const isNew = named.some((consent) => !agreed.includes(consent))
    if (!isNew || can(principal, 'credentials:update')) continue
    const message =
      'Only somebody who may edit credentials can say to which address one goes. Leave out the base URL or the credential.'
    throw new RunnelError('forbidden', `${setting}: ${message}`, { issues: [{ path: setting, message }] })
  }
}

type SpeechTexts = { [Setting in SpeechSetting]?: string | null | undefined }
