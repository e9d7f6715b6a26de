import { API_PREFIX } from '@runnel/contract'

type Fields = Record<string, unknown>

/**
 * Puts the address of a call together: `:name` places are filled from `params` (escaped), `query` fields that are
 * undefined are left out, lists are repeated (`a=1&a=2`). `baseUrl` has no `/api/v1` and may be empty in a browser.
 */
export function buildAddress(
  baseUrl: string,
  path: string,
  { params, query }: { params?: Fields | undefined; query?: Fields | undefined },
): string {
  const filled = path.replace(/:(\w+)/g, (place, name: string) => {
    const value = params?.[name]
    return value === undefined ? place : encodeURIComponent(String(value))
  })
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) => {
      if (value === undefined) return []
      const values = Array.isArray(value) ? value : [value]
      return values.map((each): [string, string] => [key, String(each)])
    }),
  ).toString()
  return `${baseUrl.replace(/\/$/, '')}${API_PREFIX}${filled}${search === '' ? '' : `?${search}`}`
}
