import { type FileSource, isRunnelError, type NodeDefinition, RunnelError } from '@runnel/contract'
import type { UsableCredential } from '@runnel/db'
import { scrubber } from '@runnel/drivers'
import type { VendorCall } from '@runnel/engine'
import type { Component, VendorContext } from '@runnel/node-kit'
import { getTokens } from '../connections/get-tokens.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { readWithPatience } from '../storage-patience.ts'
import { BOUND_TO } from './bound-secrets.ts'
import { consentFor, credentialPlacesOf, isAgreed } from './credential-hosts.ts'

/** What a credential is opened for. */
export interface CredentialUse {
  nodeId: string
  /** The types that the node takes. */
  types: readonly string[]
  /** Hosts that the node's values name: the credential would go there. */
  hosts: readonly string[]
}

/** Opens credentials that one workspace may use, for one run; each is read once. */
interface CredentialOpener {
  /**
   * The fields of a credential. One that another workspace shares goes nowhere but where it says itself, or its vendor is:
   * who chooses a host could read it there.
   * @throws RunnelError `missing_credential` when this workspace may not use it, or the node takes no such type;
   * `credential_host_mismatch` for a shared one and a host of the node's own
   */
  open(id: string, use: CredentialUse): Promise<Record<string, string>>
  /**
   * The fields with another access token than the one that the vendor's server refused; undefined for a credential that has
   * none. @throws RunnelError `missing_credential` when somebody must connect the account anew
   */
  renew(id: string, refused: Record<string, string>): Promise<Record<string, string> | undefined>
  /** All secret values opened so far, for the scrubber. */
  secrets(): string[]
}

/** A stored credential that was read once; one of OAuth2 gives its access token anew for each request. */
interface OpenedCredential {
  row: UsableCredential
  fields: Record<string, string>
  hasTokens: boolean
}

/**
 * Makes an opener; opened values live as long as the run. Tokens of accounts are renewed by `process`, which no run holds up.
 */
export function createCredentialOpener(
  context: OperationContext,
  workspaceId: string,
  process: OperationContext = context,
): CredentialOpener {
  const opened = new Map<string, Promise<OpenedCredential>>()
  const secrets: string[] = []

  const find = (id: string) =>
    readWithPatience(context, () => context.db.read(workspaceId).credentials.findUsable(id))

  async function read(id: string, { nodeId, types, hosts }: CredentialUse): Promise<OpenedCredential> {
    const row = await find(id)
    if (!row) {
      throw new RunnelError(
        'missing_credential',
        `The credential of node ${nodeId} does not exist in this workspace. Open the node and choose a credential.`,
      )
    }
    if (!types.includes(row.credentialName)) {
      throw new RunnelError(
        'missing_credential',
        `The credential of node ${nodeId} is of a type that it does not take. Open the node and choose another one.`,
      )
    }
    if (row.isShared) refuseHosts(row, nodeId, hosts)
    const fields = openFields(context, row)
    secrets.push(...Object.values(fields))
    return {
      row,
      fields,
      hasTokens: context.catalogue.findCredentialType(row.credentialName)?.oauth2 !== undefined,
    }
  }

  /** Of a credential of OAuth2 nothing leaves but the access token: its client's secret is for the token server alone. */
  async function withToken(row: UsableCredential, refused?: string): Promise<Record<string, string>> {
    const { tokens } = await getTokens(process, row, refused === undefined ? {} : { refused })
    if (!secrets.includes(tokens.accessToken)) secrets.push(tokens.accessToken)
    const boundTo = tokens.client && { [BOUND_TO]: tokens.client.server }
    return { accessToken: tokens.accessToken, ...boundTo }
  }

  return {
    async open(id, use) {
      const key = [id, ...use.types, ...use.hosts].join(' ')
      const known = opened.get(key) ?? read(id, use)
      opened.set(key, known)
      const { row, fields, hasTokens } = await known
      return hasTokens ? withToken(row) : fields
    },
    async renew(id, { accessToken }) {
      const row = await find(id)
      const type = row && context.catalogue.findCredentialType(row.credentialName)
      return row && type?.oauth2 && accessToken !== undefined ? withToken(row, accessToken) : undefined
    },
    secrets: () => secrets,
  }
}

function refuseHosts({ name }: UsableCredential, nodeId: string, hosts: readonly string[]): void {
  const [host] = hosts
  if (host === undefined) return
  throw new RunnelError(
    'credential_host_mismatch',
    `Node ${nodeId} would send the credential “${name}” to ${host}. Another workspace shares it, so it goes only to its vendor's own address, or to one that it holds itself. Take the address out of the node, or choose a credential of this workspace.`,
  )
}

/** A model that does not stream says nothing until it has thought to the end; its own param Timeout may be shorter. */
const THINKING_MS = 10 * 60_000

/** What opening the vendors of one run needs. */
export interface VendorOpening {
  credentials: CredentialOpener
  /** Which credential goes to which host (`consentFor`). */
  consentedHosts: string[]
  readFile: (source: FileSource) => Promise<Uint8Array>
  kind: VendorCall['kind']
  key?: string
}

/**
 * What a call of a flow may open; `owner` is whose the component is that makes it, where it is not the flow's
 * (`Component.owner`).
 */
export type OpeningOf = (asking: {
  flowId: string
  owner?: string | undefined
  signal: AbortSignal
}) => Pick<VendorOpening, 'credentials' | 'consentedHosts'>

/**
 * Largest answer of a chat model in bytes. It is parsed, stored and sent whole: what is larger would hold up everybody
 * for seconds.
 */
const LARGEST_REPLY = 8 * 1024 * 1024

/** Largest answers in bytes of what is asked for, where they are not those of every call; a picture comes as base64 in one text. */
const LARGEST: Partial<Record<VendorCall['kind'], number>> = {
  chatModel: LARGEST_REPLY,
  imageModel: 32 * 1024 * 1024,
}

/**
 * The places that a component names: a stored key goes only where somebody with the right to edit credentials said it may
 * (`docs/security.md`).
 */
function checkConsent(
  component: Component,
  definition: NodeDefinition | undefined,
  consentedHosts: string[],
): string[] {
  const { credential } = component.credentials
  if (credential === undefined) return []
  const places = credentialPlacesOf(definition, component.values)
  const place = places.find((candidate) => !isAgreed(consentedHosts, consentFor(credential, candidate)))
  if (place === undefined) return places
  throw new RunnelError(
    'credential_host_mismatch',
    `Node ${component.nodeId} would send its credential to ${place}, which nobody with the right to edit credentials has confirmed. Open the flow, check the base URL and save.`,
  )
}

/** The fields of a component's credential, opened for one call; undefined when it names none. */
export async function openComponentCredential(
  context: OperationContext,
  component: Component,
  { credentials, consentedHosts }: Pick<VendorOpening, 'credentials' | 'consentedHosts'>,
): Promise<Record<string, string> | undefined> {
  const definition = context.catalogue.find(component.type)
  const id = component.credentials.credential
  if (id === undefined || id === '') {
    const isNeeded = definition?.credential !== undefined && definition.credential.optional !== true
    if (!isNeeded) return undefined
    throw new RunnelError(
      'missing_credential',
      `Node ${component.nodeId} has no credential. Open the node and choose one.`,
    )
  }
  const hosts = checkConsent(component, definition, consentedHosts)
  const types = definition?.credential?.credentialNames ?? []
  return credentials.open(id, { nodeId: component.nodeId, types, hosts })
}

/**
 * What a component's vendor code may use for one call: its credential opened, and guarded where the key may go.
 * @throws RunnelError `missing_credential`, `credential_host_mismatch`
 */
export async function openVendor(
  context: OperationContext,
  component: Component,
  opening: VendorOpening,
): Promise<VendorContext> {
  const credential = await openComponentCredential(context, component, opening)
  const maxBytes = LARGEST[opening.kind]
  return {
    fetch: context.egress.fetchWith({
      headersTimeoutMs: THINKING_MS,
      ...(maxBytes !== undefined && { maxBytes }),
    }),
    ...(opening.key !== undefined && { idempotencyKey: opening.key }),
    sleep: context.sleep,
    ...(context.giveWay && { giveWay: context.giveWay }),
    readFile: opening.readFile,
    ...(credential && { credential }),
  }
}

/** Error texts of vendors may quote the key: they pass a scrubber that knows this run's secrets. */
export function presentFault(label: string, error: unknown, secrets: string[]): unknown {
  if (!(error instanceof Error)) return error
  const told = scrubber(secrets)(error.message)
  error.message = isRunnelError(error) ? `${label}: ${told}` : told
  return error
}
