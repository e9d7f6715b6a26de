import { type Principal, workspaceOf } from '@runnel/access'
import { type CredentialTestResult, isRunnelError, RunnelError } from '@runnel/contract'
import type { DataServerCall } from '@runnel/node-kit'
import { getTokens } from '../connections/get-tokens.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { getOwnCredential } from '../own-credential.ts'
import { changeFields, type FieldChange, listMovedFields, listSecretNames } from './change-fields.ts'
import { checkFields, checkType } from './credential-fields.ts'
import { tryCredential } from './try-credential.ts'

/** Longest time that a vendor may take to answer, in milliseconds. */
const TIMEOUT_MS = 15_000
/** A list of models is not read; a refusal is short. */
const LARGEST_ANSWER = 1_000_000

/**
 * Asks the vendor whether it takes a stored credential. Fields that are sent take the place of stored ones, as when it is
 * changed; nothing is stored.
 * @throws RunnelError `not_found`; `invalid_input`, also for another address with a secret that the caller did not give;
 * `missing_credential` where an account is to be connected first
 */
export async function testCredential(
  context: OperationContext,
  principal: Principal,
  { id, plainDataObj }: { id: string; plainDataObj?: Record<string, string> | undefined },
): Promise<CredentialTestResult> {
  const row = await getOwnCredential(context, principal, id)
  const type = context.catalogue.findCredentialType(row.credentialName)
  const change = { stored: openFields(context, row), sent: plainDataObj ?? {}, type }
  const fields = changeFields(change)
  const given = { typeName: row.credentialName, fields }
  const asking = { ...given, workspaceId: row.workspaceId }
  if (!type?.oauth2) return askVendor(context, asking)
  assertTokensGo(change, fields)
  const { tokens } = await tellMissing(getTokens(context, row))
  return askVendor(context, { ...asking, accessToken: tokens.accessToken })
}

/**
 * The same for one that is not stored, and is not stored now.
 * @throws RunnelError `invalid_input`
 */
export async function testNewCredential(
  context: OperationContext,
  principal: Principal,
  { credentialName, plainDataObj }: { credentialName: string; plainDataObj: Record<string, string> },
): Promise<CredentialTestResult> {
  checkType(context, credentialName)
  // Its secret is the token of an account, which only a stored one has.
  if (context.catalogue.findCredentialType(credentialName)?.oauth2) return { outcome: 'untestable' }
  return askVendor(context, {
    typeName: credentialName,
    fields: plainDataObj,
    workspaceId: workspaceOf(principal),
  })
}

/** The tokens of an account are for the stored client and server: another one is connected first. */
function assertTokensGo(change: FieldChange, fields: Record<string, string>): void {
  const [moved] = listMovedFields(change, fields)
  if (moved === undefined) return
  const message = 'Save it and connect the account anew: the tokens of the stored one do not go there.'
  throw new RunnelError('invalid_input', message, { issues: [{ path: `plainDataObj.${moved}`, message }] })
}

interface GivenCredential {
  workspaceId: string
  typeName: string
  fields: Record<string, string>
  /** Of a connected account. */
  accessToken?: string
}

async function askVendor(
  context: OperationContext,
  { workspaceId, typeName, fields, accessToken }: GivenCredential,
): Promise<CredentialTestResult> {
  const test = context.catalogue.findCredentialTest(typeName)
  if (!test) return { outcome: 'untestable' }
  checkFields(context, typeName, fields)
  const names = listSecretNames(fields, context.catalogue.findCredentialType(typeName))
  const secrets = names.map((name) => fields[name] ?? '')
  const trial = {
    fields: accessToken === undefined ? fields : { ...fields, accessToken },
    secrets: accessToken === undefined ? secrets : [accessToken, ...secrets],
    fetch: (url: string, init: RequestInit) => context.egress.fetch(url, init, { maxBytes: LARGEST_ANSWER }),
    askServer: ({ protocol, ...asked }: DataServerCall, signal: AbortSignal) =>
      context.dataServers.ask(protocol, asked, { workspaceId, timeoutMs: TIMEOUT_MS, signal }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    now: context.now(),
  }
  return tellMissing(tryCredential(test, trial))
}

/** What is missing is not missing to a run here, but in what the caller sent or stored. */
async function tellMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'missing_credential') throw error
    throw new RunnelError(error.code, error.message, { cause: error, status: 400 })
  }
}
