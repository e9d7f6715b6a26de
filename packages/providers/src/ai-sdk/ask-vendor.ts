import { APICallError } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import type { VendorContext } from '@runnel/node-kit'
import { describeVendorError } from './describe-vendor-error.ts'
import { listSecrets, readEndpoint, readKey, type VendorHome, type VendorKey } from './read-endpoint.ts'
import { saidIn } from './said-in.ts'

/** A vendor whose requests are written by us, as far as all of them are alike. */
export interface AskedVendor extends VendorHome {
  key: VendorKey
}

/** How such a vendor is reached in one call. */
export interface VendorAsking {
  baseURL: string
  /** Empty where none is needed. */
  apiKey: string
  values: JsonObject
  credential: Record<string, string>
  signal: AbortSignal
  sleep: VendorContext['sleep']
  /** Sends a request; an answer that is no success is thrown, and told by what the vendor says of it. */
  send(url: string, init: RequestInit): Promise<Response>
}

/** Does something at a vendor that no package speaks to; whatever goes wrong is told in words that hold no key. */
export async function askVendor<Result>(
  home: AskedVendor,
  { values, vendor, signal }: { values: JsonObject; vendor: VendorContext; signal: AbortSignal },
  ask: (connection: VendorAsking) => Promise<Result>,
): Promise<{ result: Result; describe(error: unknown): unknown }> {
  const { fetch, credential = {}, sleep } = vendor
  const endpoint = readEndpoint(values, home, credential)
  const apiKey = readKey(vendor, home.key, endpoint) ?? ''
  const secrets = listSecrets(credential, home.key, {})
  const told = { vendor: endpoint.vendor, modelName: modelOf(values), secrets, outOfQuota: OUT_OF_QUOTA }
  const describe = (error: unknown) => (signal.aborted ? error : describeVendorError(error, told))
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(url, { ...init, signal })
    if (response.ok) return response
    throw await refusalOf(url, response)
  }
  const { baseURL } = endpoint
  try {
    const result = await ask({ baseURL, apiKey, values, credential, signal, sleep, send })
    return { result, describe }
  } catch (error) {
    throw describe(error)
  }
}

const OUT_OF_QUOTA = ['insufficient_quota', 'quota_exceeded']

function modelOf({ model, voice }: JsonObject): string {
  const name = [model, voice].find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : 'its own'
}

async function refusalOf(url: string, response: Response): Promise<APICallError> {
  const { status, headers } = response
  const responseBody = await response.text()
  return new APICallError({
    message: (saidIn(responseBody) ?? responseBody) || `It answered ${status}.`,
    url,
    requestBodyValues: {},
    statusCode: status,
    responseHeaders: Object.fromEntries(headers),
    responseBody,
  })
}

/** A body that is JSON; another one throws. */
export async function readJson(response: Response): Promise<JsonObject> {
  const value: unknown = await response.json()
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new Error('It is no JSON object.')
}
