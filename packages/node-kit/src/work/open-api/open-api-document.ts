import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'

/** References that lead to references. */
const LONGEST_CHAIN = 20
/** Of one reference, in characters: long ones are slow to compare. */
const LONGEST_REFERENCE = 2_000

/**
 * What is read of one document at most, all its calls together. A short document can be as much work as one likes: its
 * references may lead everywhere again and again.
 */
const MOST = {
  calls: 5_000,
  references: 100_000,
  'characters in its references': 1_000_000,
  'values in the schemas of its calls': 2_000_000,
  'characters in the schemas of its calls': 10_000_000,
}

/** A reference that was looked up; the same one for all that are written alike. */
export interface Reference {
  value: JsonValue
}

/** What a value of a document stands for, and the references that led there, after those above it. */
export interface Followed {
  value: JsonValue
  way: readonly Reference[]
}

/** A document of OpenAPI, in which references are looked up, each once; and how much may still be read of it. */
export class OpenApiDocument {
  readonly root: JsonObject
  private readonly label: string
  private readonly left = { ...MOST }
  private readonly references = new Map<string, Reference>()
  private readonly entries = new Map<JsonObject, [name: string, value: JsonValue][]>()

  /** `label` names the node in faults. */
  constructor(root: JsonObject, label: string) {
    this.root = root
    this.label = label
  }

  /**
   * Counts what is read.
   * @throws RunnelError `invalid_input` that says what is too much
   */
  spend(kind: keyof typeof MOST, amount: number): void {
    this.left[kind] -= amount
    if (this.left[kind] < 0) throw this.tooMuch(MOST[kind], `${kind}, counted as often as they are used`)
  }

  private tooMuch(most: number, what: string): RunnelError {
    return new RunnelError(
      'invalid_input',
      `The OpenAPI document of ${this.label} has more than ${most.toLocaleString('en')} ${what}. Leave out of it what is not called.`,
    )
  }

  /** The names and values of an object, listed once however often it is used. */
  entriesOf(object: JsonObject): readonly [name: string, value: JsonValue][] {
    const known = this.entries.get(object)
    if (known) return known
    const listed = Object.entries(object).map(([name, value]): [string, JsonValue] => [name, value ?? null])
    this.entries.set(object, listed)
    return listed
  }

  /**
   * Follows `$ref` in the document itself. One that leads into another document, or nowhere, is `{}`: anything; one that
   * leads back to a reference `above` is anything of its type.
   */
  follow(value: JsonValue, above: readonly Reference[] = []): Followed {
    let current = value
    let way = above
    for (let n = 0; n < LONGEST_CHAIN; n++) {
      const pointer = isJsonObject(current) ? current.$ref : undefined
      if (typeof pointer !== 'string') return { value: current, way }
      const reference = this.lookUp(pointer)
      if (way.includes(reference)) return { value: typeOf(reference.value), way }
      way = [...way, reference]
      current = reference.value
    }
    return { value: {}, way }
  }

  /** The object that a value of the document stands for; empty where it is none. */
  followObject(value: JsonValue | undefined): JsonObject {
    const { value: found } = this.follow(value ?? {})
    return isJsonObject(found) ? found : {}
  }

  private lookUp(pointer: string): Reference {
    if (pointer.length > LONGEST_REFERENCE)
      throw this.tooMuch(LONGEST_REFERENCE, 'characters in one reference')
    this.spend('references', 1)
    const known = this.references.get(pointer)
    if (known) return known
    this.spend('characters in its references', pointer.length)
    const reference = { value: find(this.root, pointer) }
    this.references.set(pointer, reference)
    return reference
  }
}

function typeOf(schema: JsonValue): JsonObject {
  const type = isJsonObject(schema) ? schema.type : undefined
  return typeof type === 'string' ? { type } : {}
}

/** `#/components/schemas/Pet`: a place in the document itself. */
function find(root: JsonObject, pointer: string): JsonValue {
  if (!pointer.startsWith('#/')) return {}
  let current: JsonValue = root
  for (const step of pointer.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(current)) current = current[Number(name)] ?? {}
    else current = isJsonObject(current) && Object.hasOwn(current, name) ? (current[name] ?? {}) : {}
  }
  return current
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
