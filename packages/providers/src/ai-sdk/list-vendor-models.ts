import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { LoadContext, LoadOptions } from '@runnel/node-kit'
import { offerModels } from './list-known.ts'
import { readEndpoint, type VendorHome } from './read-endpoint.ts'

/** How a vendor's models are listed. */
export interface ModelList extends VendorHome {
  /** Names that are known here, best first. */
  known: readonly string[]
  /** The field of the credential that holds the key. */
  keyField: string
  /** Below the base URL; absent for a vendor that cannot be asked. */
  path?: string
  /** How the key is shown; as a bearer's unless given. */
  authorize?: (key: string) => Record<string, string>
  /** Names in the vendor's answer; by default the `id` of each of `data`. */
  readNames?: (body: JsonValue) => string[]
  /** Whether a name is that of a chat model. */
  fits?: (name: string) => boolean
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/**
 * Names to choose from: those that the operator lists alone, and nobody is asked; else those that the operator adds, ours, and those that the vendor offers to this key; another server's alone where the node names
 * one, as far as it can be asked. Any other name can be typed in. The key goes to the vendor itself only: whoever may
 * open an editor could otherwise send it to a server of their own.
 */
export function listVendorModels(list: ModelList): LoadOptions {
  return async (context) => {
    if (context.listedModels) return context.listedModels
    const { isHome } = readEndpoint(context.values, list)
    const offered = await listOffered(context, list)
    const ours = isHome || offered.length === 0 ? list.known : []
    const theirs = isHome && list.fits ? offered.filter(list.fits) : offered
    return offerModels(context, [...ours, ...theirs.sort()])
  }
}

async function listOffered(
  { values, credential, fetch, signal }: LoadContext,
  list: ModelList,
): Promise<string[]> {
  const { path, keyField, authorize = bearer, readNames = readIds } = list
  const { baseURL, headers, isHome } = readEndpoint(values, list)
  const key = isHome ? credential?.[keyField] : undefined
  if (path === undefined || (isHome && key === undefined)) return []
  try {
    const shown = key === undefined ? headers : { ...headers, ...authorize(key) }
    const response = await fetch(`${baseURL}${path}`, { headers: shown, signal })
    return response.ok ? readNames((await response.json()) as JsonValue) : []
  } catch {
    return []
  }
}

function readIds(body: JsonValue): string[] {
  const list = isJsonObject(body) ? body.data : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((model) => (isJsonObject(model) && typeof model.id === 'string' ? [model.id] : []))
}
