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

/** What stands in a setting that came with a file, in a service whose credential would go to an address of the file. */
const UNCONFIRMED = 'unconfirmed'

/** What a setting keeps of a service: its values, its credential, and whether it is the chosen one. */
interface KeptService {
  definition: NodeDefinition
  values: JsonObject
  credential: string
  isChosen: boolean
  isUnconfirmed: boolean
}

function listServices(text: string | null, setting: SpeechSetting, catalogue: Catalogue): KeptService[] {
  return Object.entries(parseFlowSettings(text)).flatMap(([name, kept]) => {
    const definition = catalogue.find(name)
    if (definition?.settingOf !== setting || !isJsonObject(kept)) return []
    const { credentialId, status, [UNCONFIRMED]: mark, ...values } = kept
    const credential = typeof credentialId === 'string' ? credentialId : ''
    return [{ definition, values, credential, isChosen: status === true, isUnconfirmed: mark === true }]
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

/** A service with these values as the data that its work is given; an unconfirmed one is marked among them. */
export function speechComponent(
  definition: NodeDefinition,
  {
    values,
    credential,
    isUnconfirmed = false,
  }: Pick<KeptService, 'values' | 'credential'> & Partial<KeptService>,
): Component {
  const { name, label } = definition
  const credentials: Record<string, string> = credential === '' ? {} : { credential }
  const filled = { ...withDefaults(definition, values), ...(isUnconfirmed && { [UNCONFIRMED]: true }) }
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
 * somebody who may give it, so that the service consents for itself, but for one that came with a file.
 */
export function consentsOf(
  { type, values, credentials }: Pick<Component, 'type' | 'values' | 'credentials'>,
  find: Catalogue['find'],
): string[] {
  const { credential } = credentials
  if (credential === undefined || values[UNCONFIRMED] === true) return []
  return credentialPlacesOf(find(type), values).map((host) => consentFor(credential, host))
}

/** What somebody agrees to who saves it. */
function listConsents(kept: KeptService, { find }: Catalogue): string[] {
  return consentsOf(speechComponent(kept.definition, { ...kept, isUnconfirmed: false }), find)
}

/** Who saves settings, over which, and whether they come with a file. */
interface SpeechSave {
  before?: Pick<FlowRow, SpeechSetting> | undefined
  isImport?: boolean
}

/**
 * The settings as they are to be kept. A credential goes to an address that was not there before only by a save of somebody
 * who may edit credentials; what comes with a file is kept and waits for such a save.
 * @throws RunnelError `forbidden`, `invalid_input` for an address that is none
 */
export function settleSpeechSettings<Settings extends SpeechTexts>(
  principal: Principal,
  { settings, ...save }: SpeechSave & { settings: Settings },
  catalogue: Catalogue,
): Settings {
  const settled = { ...settings }
  for (const setting of SETTINGS) {
    const text = settings[setting]
    if (text === undefined || text === null) continue
    settled[setting] = settleOne(principal, { text, setting, ...save }, catalogue)
  }
  return settled
}

function settleOne(
  principal: Principal,
  { text, setting, before, isImport = false }: SpeechSave & { text: string; setting: SpeechSetting },
  catalogue: Catalogue,
): string {
  const known = before ? listServices(before[setting], setting, catalogue) : []
  const consentsTo = (some: KeptService[]) => some.flatMap((kept) => listConsents(kept, catalogue))
  const agreed = consentsTo(known.filter(({ isUnconfirmed }) => !isUnconfirmed))
  const there = consentsTo(known)
  const marks = new Map<string, boolean>()
  for (const kept of listServices(text, setting, catalogue)) {
    const named = listConsents(kept, catalogue)
    const isNew = named.some((consent) => !agreed.includes(consent))
    // Who saves a setting looks at the service that is chosen there, and not at what else a file brought.
    const isSeen = kept.isChosen || named.some((consent) => !there.includes(consent))
    const mayAgree = !isImport && isSeen && can(principal, 'credentials:update')
    const waits = isImport || named.every((consent) => there.includes(consent))
    if (isNew && !mayAgree && !waits) throw refuseNew(setting)
    const isMarked = isNew && !mayAgree
    if (isMarked !== kept.isUnconfirmed) marks.set(kept.definition.name, isMarked)
  }
  return marks.size === 0 ? text : writeMarks(text, marks)
}

function writeMarks(text: string, marks: ReadonlyMap<string, boolean>): string {
  const services = Object.entries(parseFlowSettings(text)).map(([name, kept]) => {
    const isMarked = marks.get(name)
    if (isMarked === undefined || !isJsonObject(kept)) return [name, kept]
    const { [UNCONFIRMED]: _mark, ...own } = kept
    return [name, { ...own, ...(isMarked && { [UNCONFIRMED]: true }) }]
  })
  return JSON.stringify(Object.fromEntries(services))
}

function refuseNew(setting: SpeechSetting): RunnelError {
  const message =
    'Only somebody who may edit credentials can say to which address one goes. Leave out the base URL or the credential.'
  return new RunnelError('forbidden', `${setting}: ${message}`, { issues: [{ path: setting, message }] })
}

type SpeechTexts = { [Setting in SpeechSetting]?: string | null | undefined }
