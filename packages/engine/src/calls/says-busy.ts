import { isJsonObject } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'

const BUSY = [429, 503]
/** A server says no deeper in its answer how a part of a request went. */
const DEEPEST = 4

/** Whether a server refuses because it has too much to do: by its status, or in its answer as the request tells. */
export function saysBusy({ status, body }: HttpReply, { busyWhen }: Pick<HttpRequest, 'busyWhen'>): boolean {
  if (BUSY.includes(status)) return true
  if (busyWhen === undefined || status !== 200) return false
  try {
    return holds(JSON.parse(body), busyWhen, 0)
  } catch {
    return false
  }
}

function holds(value: unknown, wanted: NonNullable<HttpRequest['busyWhen']>, depth: number): boolean {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false
  if (isJsonObject(value) && wanted.isOneOf.includes(String(value[wanted.key]))) return true
  return Object.values(value).some((each) => holds(each, wanted, depth + 1))
}
