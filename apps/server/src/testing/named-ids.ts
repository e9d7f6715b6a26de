import type { RouteDefinition } from '@runnel/contract'
import type { NamingCall } from './tenant-entity.ts'

/** What is looked at of a schema: the parts of a zod definition. */
interface Definition {
  type: string
  innerType?: Schema
  in?: Schema
  shape?: Record<string, Schema>
  element?: Schema
  options?: Schema[]
  entries?: Record<string, string>
}
interface Schema {
  _zod: { def: Definition }
}

/** A field of a schema: where it stands, `users[].roleId`, and the values that it may have, where they are a list. */
export interface Field {
  path: string
  values: string[] | undefined
}

/** All fields of a schema that hold no others. */
export function fieldsOf(schema: unknown, path = ''): Field[] {
  if (schema === undefined) return []
  const { _zod } = schema as Schema
  const { type, innerType, shape, element, options, entries, in: input } = _zod.def
  if (innerType ?? input) return fieldsOf(innerType ?? input, path)
  if (shape)
    return Object.entries(shape).flatMap(([name, inner]) =>
      fieldsOf(inner, path === '' ? name : `${path}.${name}`),
    )
  if (element) return fieldsOf(element, `${path}[]`)
  if (options) return options.flatMap((option) => fieldsOf(option, path))
  return [{ path, values: type === 'enum' && entries ? Object.values(entries) : undefined }]
}

const IS_ID = /(^|[a-z.])(id|Id|Ids|ids|apikeyid)(\[\])?$/

/** The fields of a route's query and body that are named as ids are. */
export function namedIds({ query, body }: Pick<RouteDefinition, 'query' | 'body'>): string[] {
  const fields = [query, body].flatMap((schema) => fieldsOf(schema)).map(({ path }) => path)
  return [...new Set(fields)].filter((path) => IS_ID.test(path))
}

/** True when a call of that route has the id in that field. */
export function namesId(
  { method, path, body }: NamingCall,
  { route, field, id }: { route: RouteDefinition; field: string; id: string },
): boolean {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`)
  if (method !== route.method || !pattern.test(pathname)) return false
  return searchParams.get(field) === id || valuesAt(body, field.split('.')).includes(id)
}

function valuesAt(value: unknown, [name, ...rest]: string[]): unknown[] {
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const inner = (value as Record<string, unknown>)[name.replace('[]', '')]
  return name.endsWith('[]') && Array.isArray(inner)
    ? inner.flatMap((each) => valuesAt(each, rest))
    : valuesAt(inner, rest)
}
