import {
  findProviderAddress,
  isJsonObject,
  isRunnelError,
  type JsonObject,
  RunnelError,
} from '@runnel/contract'
import type { OperationContext } from '../context.ts'

const TIMEOUT_MS = 15_000
const LARGEST_ANSWER = 100_000

/** What a server answered; `value` is undefined where that is no JSON object. */
export interface JsonAnswer {
  status: number
  headers: Headers
  value: JsonObject | undefined
}

/**
 * Asks a server for JSON through the guarded client; of an address that another server named is said which one (`namedBy`). It is not followed anywhere else, and nothing of its words is told.
 * @throws RunnelError `egress_denied`, `upstream_error`
 */
export async function askForJson(
  { egress }: Pick<OperationContext, 'egress'>,
  url: string,
  { namedBy, ...init }: RequestInit & { namedBy?: string | undefined } = {},
): Promise<JsonAnswer> {
  const headers = { accept: 'application/json', ...(init.headers as Record<string, string> | undefined) }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = { ...init, headers, redirect: 'manual', signal } as const
    const response = await egress.fetch(url, request, { maxBytes: LARGEST_ANSWER, namedBy })
    return { status: response.status, headers: response.headers, value: parse(await response.text()) }
  } catch (cause) {
    if (isRunnelError(cause)) throw cause
    const message = `${new URL(url).host} did not answer within ${TIMEOUT_MS / 1_000} seconds. Try again later.`
    throw new RunnelError('upstream_error', message, { cause })
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The texts of a list; empty for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== '') : []
}

const LONGEST_ADDRESS = 2_000

/**
 * An address to which people or secrets may be sent: encrypted, or of this machine. Undefined for anything else; whether it
 * may be called decides the guarded client.
 */
export function safeAddress(value: unknown): string | undefined {
  const isShort = typeof value === 'string' && value.length <= LONGEST_ADDRESS
  return isShort && findProviderAddress(value) !== undefined ? value : undefined
}
