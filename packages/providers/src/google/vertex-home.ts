import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** Parts of an address: nothing in them may lead elsewhere. */
const REGION = /^[a-z]+(-[a-z]+)*\d*$/
const PROJECT = /^[a-z\d][a-z\d.:-]*$/i
const DEFAULT_REGION = 'us-central1'

/** A service account of Google Cloud. */
export interface ServiceAccount {
  email: string
  /** PEM of a key in PKCS #8. */
  privateKey: string
  privateKeyId: string
  projectId: string
}

type Credential = Record<string, string>

/** The service account of a credential; undefined where it has none. */
export function readServiceAccount(credential: Credential): ServiceAccount | undefined {
  const { googleApplicationCredentialFilePath: path = '', googleApplicationCredential: text = '' } =
    credential
  if (path.trim() !== '') {
    throw new RunnelError(
      'invalid_input',
      'The credential of Google Vertex names a file. Files of the server are not read for flows: paste the JSON of the service account into the credential, and leave the path empty.',
    )
  }
  if (text.trim() === '') return undefined
  const account = parse(text)
  const email = readText(account, 'client_email')
  const privateKey = readText(account, 'private_key')
  if (email === '' || privateKey === '') {
    throw new RunnelError(
      'invalid_input',
      'The credential of Google Vertex holds no service account: paste the JSON that Google gives with its key.',
    )
  }
  const projectId = credential.projectID?.trim() || readText(account, 'project_id')
  return { email, privateKey, privateKeyId: readText(account, 'private_key_id'), projectId }
}

function parse(text: string): JsonObject {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** Gemini in the project of the service account and the region of the node. */
export const VERTEX_HOME = {
  label: 'Google Vertex AI',
  baseURLOf: (credential: Credential, values: JsonObject) => {
    const account = readServiceAccount(credential)
    if (!account) return undefined
    const region = readText(values, 'region').trim() || DEFAULT_REGION
    if (!REGION.test(region) || !PROJECT.test(account.projectId)) {
      throw new RunnelError(
        'invalid_input',
        'Google Vertex AI needs the id of a project, in the credential, and a region, such as us-central1. Check both.',
      )
    }
    return `https://${hostOf(region)}/v1beta1/projects/${account.projectId}/locations/${region}/publishers/google`
  },
} satisfies VendorHome

function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com'
  return region === 'eu' || region === 'us'
    ? `aiplatform.${region}.rep.googleapis.com`
    : `${region}-aiplatform.googleapis.com`
}

export const VERTEX_KEY: VendorKey = { field: 'googleApplicationCredential', needed: 'always' }
