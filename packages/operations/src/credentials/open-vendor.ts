import { isJsonObject, isRunnelError, type NodeDefinition, RunnelError } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { VendorCall } from '@runnel/engine'
import type { Component, VendorContext } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { consentFor, credentialHostsOf } from './credential-hosts.ts'

/** Context that binds a sealed credential to its record. */
export function credentialContext(id: string): string {
  return `credential:${id}`
}

/** Parses the opened text of a credential: named plain fields. */
export function parseCredentialFields(plain: string): Record<string, string> {
  const value: unknown = JSON.parse(plain)
  if (!isJsonObject(value)) throw new RunnelError('internal', 'A stored credential is not an object.')
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field ?? '')]))
}

/** Opens credentials of one workspace for one run; each is read once. */
interface CredentialOpener {
  /**
   * The fields of a credential for a node that takes credentials of these types.
   * @throws RunnelError `missing_credential` when the id is unknown in this workspace, or is of another type
   */
  open(id: string, nodeId: string, types: readonly string[]): Promise<Record<string, string>>
  /** All secret values opened so far, for the scrubber. */
  secrets(): string[]
}

/** Makes an opener; opened values live as long as the run. */
export function createCredentialOpener(context: OperationContext, workspaceId: string): CredentialOpener {
  const opened = new Map<string, Promise<Record<string, string>>>()
  const secrets: string[] = []

  async function read(id: string, nodeId: string, types: readonly string[]): Promise<Record<string, string>> {
    const row = await readWithPatience(context, () => context.db.read(workspaceId).credentials.find(id))
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
    const fields = parseCredentialFields(context.vault.open(row.sealed, credentialContext(id)))
    secrets.push(...Object.values(fields))
    return fields
  }

  return {
    open(id, nodeId, types) {
      const key = [id, ...types].join(' ')
      const known = opened.get(key) ?? read(id, nodeId, types)
      opened.set(key, known)
      return known
    },
    secrets: () => secrets,
  }
}

/** A model that does not stream says nothing until it has thought to the end; its own param Timeout may be shorter. */
const THINKING_MS = 10 * 60_000

/** What opening the vendors of one run needs. */
export interface VendorOpening {
  credentials: CredentialOpener
  /** Which credential goes to which host (`consentFor`). */
  consentedHosts: string[]
  readFile: VendorContext['readFile']
  kind: VendorCall['kind']
  key?: string
}

/**
 * Largest answer of a chat model in bytes. It is parsed, stored and sent whole: what is larger would hold up everybody
 * for seconds.
 */
const LARGEST_REPLY = 8 * 1024 * 1024

/** Sends a stored key only where somebody with the right to edit credentials said it may go (`docs/security.md`). */
function checkConsent(
  component: Component,
  definition: NodeDefinition | undefined,
  consentedHosts: string[],
): void {
  const { credential } = component.credentials
  if (credential === undefined) return
  const hosts = credentialHostsOf(definition, component.values)
  const host = hosts.find((candidate) => !consentedHosts.includes(consentFor(credential, candidate)))
  if (host === undefined) return
  throw new RunnelError(
    'credential_host_mismatch',
    `Node ${component.nodeId} would send its credential to ${host}, which nobody with the right to edit credentials has confirmed. Open the flow, check the base URL and save.`,
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
  checkConsent(component, definition, consentedHosts)
  return credentials.open(id, component.nodeId, definition?.credential?.credentialNames ?? [])
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
  return {
    fetch: context.egress.fetchWith({
      headersTimeoutMs: THINKING_MS,
      ...(opening.kind === 'chatModel' && { maxBytes: LARGEST_REPLY }),
    }),
    ...(opening.key !== undefined && { idempotencyKey: opening.key }),
    sleep: context.sleep,
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
