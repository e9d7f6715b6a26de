import type { Principal } from '@runnel/access'
import {
  type CredentialDefinition,
  type CredentialTestResult,
  isRunnelError,
  RunnelError,
} from '@runnel/contract'
import { getTokens } from '../connections/get-tokens.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { getOwnCredential } from '../own-credential.ts'
import { checkFields, checkType } from './credential-fields.ts'
import { mergeFields } from './present-credential.ts'
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
  const stored = openFields(context, row)
  const fields = mergeFields(stored, plainDataObj ?? {}, type)
  assertSecretsGo({ stored, fields, type })
  const given = { typeName: row.credentialName, fields }
  if (!type?.oauth2) return askVendor(context, given)
  const { tokens } = await tellMissing(getTokens(context, row))
  return askVendor(context, { ...given, accessToken: tokens.accessToken })
}

/**
 * The same for one that is not stored, and is not stored now.
 * @throws RunnelError `invalid_input`
 */
export async function testNewCredential(
  context: OperationContext,
  _principal: Principal,
  { credentialName, plainDataObj }: { credentialName: string; plainDataObj: Record<string, string> },
): Promise<CredentialTestResult> {
  checkType(context, credentialName)
  // Its secret is the token of an account, which only a stored one has.
  if (context.catalogue.findCredentialType(credentialName)?.oauth2) return { outcome: 'untestable' }
  return askVendor(context, { typeName: credentialName, fields: plainDataObj })
}

interface ChangedFields {
  stored: Record<string, string>
  fields: Record<string, string>
  type: CredentialDefinition | undefined
}

/** A field that is shown may say where the secrets go: who changes one must give the secrets anew, so as to know them. */
function assertSecretsGo({ stored, fields, type }: ChangedFields): void {
  const hidden = listSecretNames(fields, type)
  const isElsewhere = Object.entries(fields).some(
    ([name, value]) => !hidden.includes(name) && value !== (stored[name] ?? ''),
  )
  const kept = hidden.find((name) => (stored[name] ?? '') !== '' && stored[name] === fields[name])
  if (!isElsewhere || kept === undefined) return
  const message = 'Give it anew: with another address or setting, the stored one is not sent on trial.'
  throw new RunnelError('invalid_input', message, { issues: [{ path: `plainDataObj.${kept}`, message }] })
}

interface GivenCredential {
  typeName: string
  fields: Record<string, string>
  /** Of a connected account. */
  accessToken?: string
}

async function askVendor(
  context: OperationContext,
  { typeName, fields, accessToken }: GivenCredential,
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

/** Fields of passwords, and those that no field of the type holds. */
function listSecretNames(fields: Record<string, string>, type: CredentialDefinition | undefined): string[] {
  const shown = type?.inputs.filter((input) => input.type !== 'password').map(({ name }) => name) ?? []
  return Object.keys(fields).filter((name) => !shown.includes(name))
}
