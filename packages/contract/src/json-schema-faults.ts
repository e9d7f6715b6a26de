import { z } from 'zod'
import type { ErrorIssue } from './errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** Objects and entries of lists of a schema, with what it names written out where it is named. */
const MOST_OBJECTS = 5_000
/** Those of the schema for each value inside the value: more could take a machine's whole time. */
const MOST_WORK = 20_000

/**
 * Writes out what a schema names elsewhere in itself, as a few names can stand for any number of copies; what names
 * itself is looked at once. Schemas come from servers and strangers: expressions may take a machine's whole time and
 * are left out.
 */
class SchemaWriter {
  objects = 0
  readonly #root: JsonObject

  constructor(root: JsonObject) {
    this.#root = root
  }

  write(): JsonObject {
    const { $defs: _defs, definitions: _definitions, ...own } = this.#root
    return this.#writeObject(own, ['#'])
  }

  #write(value: JsonValue, names: readonly string[]): JsonValue {
    if (Array.isArray(value)) {
      this.#count(value.length)
      return value.map((item) => this.#write(item, names))
    }
    return isJsonObject(value) ? this.#writeObject(value, names) : value
  }

  #writeObject(value: JsonObject, names: readonly string[]): JsonObject {
    this.#count(1)
    const { $ref: name } = value
    if (typeof name !== 'string') {
      const kept = Object.entries(value).filter(
        ([key, inner]) => !(key === 'pattern' && typeof inner === 'string') && key !== 'patternProperties',
      )
      return Object.fromEntries(kept.map(([key, inner]) => [key, this.#write(inner, names)]))
    }
    return names.includes(name) ? {} : this.#writeObject(this.#find(name), [...names, name])
  }

  #count(more: number): void {
    this.objects += more
    if (this.objects > MOST_OBJECTS) throw new RangeError('The schema is too large to be looked at.')
  }

  #find(name: string): JsonObject {
    const [first, ...keys] = name.split('/')
    let found: JsonValue | undefined = first === '#' ? this.#root : undefined
    for (const key of keys) {
      const own = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
      found = isJsonObject(found) && Object.hasOwn(found, own) ? found[own] : undefined
    }
    if (isJsonObject(found)) return found
    throw new RangeError('The schema names what it does not hold.')
  }
}

function countValues(value: JsonValue): number {
  let count = 0
  JSON.stringify(value, (_key, inner: JsonValue) => {
    count += 1
    return inner
  })
  return count
}

function readSchema(schema: JsonObject, value: JsonValue): z.ZodType {
  try {
    const writer = new SchemaWriter(schema)
    const whole = writer.write()
    if (writer.objects * countValues(value) > MOST_WORK) return anyObject()
    return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    // What the library does not know of JSON Schema it cannot judge; arguments are an object in every case.
    return anyObject()
  }
}

const anyObject = () => z.record(z.string(), z.unknown())

/** What of a value does not fit a JSON Schema; empty when it fits. `path` begins with `name`. */
export function jsonSchemaFaults(schema: JsonObject, value: JsonValue, name: string): ErrorIssue[] {
  const { error } = readSchema(schema, value).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: [name, ...path.map(String)].join('.'),
    message,
  }))
}
