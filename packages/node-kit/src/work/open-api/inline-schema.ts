import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { OpenApiDocument, Reference } from './open-api-document.ts'

/** What is told of one schema at most: how deep, how many values, how long a text. Beyond it anything is allowed. */
const DEEPEST = 30
const MOST_VALUES = 2_000
const LONGEST_TEXT = 2_000

/** Keywords of OpenAPI that say nothing of a value, and that vendors of models refuse. */
const UNTOLD = new Set(['xml', 'example', 'examples', 'externalDocs', 'discriminator', 'deprecated'])
/** Keywords whose keys are names, not keywords. */
const NAMES = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Where a value stands on the walk through a schema. */
interface Place {
  depth: number
  above: readonly Reference[]
  /** Its keys are names. */
  isNames: boolean
}

/**
 * A schema as it stands, with what it names by reference in the place of the name, and without what only the server
 * writes (`readOnly`). Recursive ones end where they would begin anew.
 * @throws RunnelError `invalid_input` once the schemas of the document are too much work
 */
export function inlineSchema(document: OpenApiDocument, schema: JsonValue): JsonObject {
  const walker = new SchemaWalk(document)
  const found = walker.walk(schema, { depth: 0, above: [], isNames: false })
  return isJsonObject(found) ? found : {}
}

class SchemaWalk {
  private left = MOST_VALUES
  private readonly document: OpenApiDocument

  constructor(document: OpenApiDocument) {
    this.document = document
  }

  walk(given: JsonValue, { depth, above, isNames }: Place): JsonValue {
    if (typeof given === 'string') return this.walkText(given)
    if (typeof given !== 'object' || given === null) return given
    this.left -= Array.isArray(given) ? given.length + 1 : 1
    if (this.left < 0 || depth > DEEPEST) return Array.isArray(given) ? [] : {}
    const { value, way } = this.document.follow(given, above)
    const below = { depth: depth + 1, above: way, isNames: false }
    if (Array.isArray(value)) {
      this.document.spend('values in the schemas of its calls', value.length)
      return value.map((item) => this.walk(item, below))
    }
    if (!isJsonObject(value)) return {}
    return isNames ? this.walkNames(value, below) : this.walkKeywords(value, below)
  }

  private walkText(text: string): string {
    const told = text.slice(0, LONGEST_TEXT)
    this.document.spend('characters in the schemas of its calls', told.length)
    return told
  }

  private entriesOf(object: JsonObject): readonly [name: string, value: JsonValue][] {
    const entries = this.document.entriesOf(object)
    this.document.spend('values in the schemas of its calls', entries.length)
    for (const [name] of entries) this.document.spend('characters in the schemas of its calls', name.length)
    return entries
  }

  private walkNames(names: JsonObject, below: Place): JsonObject {
    const told = this.entriesOf(names).map(
      ([name, schema]) => [name, this.walk(schema ?? {}, below)] as const,
    )
    return Object.fromEntries(told.filter(([, schema]) => !isReadOnly(schema)))
  }

  private walkKeywords(schema: JsonObject, below: Place): JsonObject {
    const kept = this.entriesOf(schema).filter(([name]) => !UNTOLD.has(name) && !name.startsWith('x-'))
    const told: JsonObject = Object.fromEntries(
      kept.map(([name, value]) => [name, this.walk(value ?? null, { ...below, isNames: NAMES.has(name) })]),
    )
    return withoutUntold(told, schema)
  }
}

const isReadOnly = (schema: JsonValue): boolean => isJsonObject(schema) && schema.readOnly === true

/** What is not told cannot be required. */
function withoutUntold(told: JsonObject, { properties = {} }: JsonObject): JsonObject {
  const { required, properties: left } = told
  if (!Array.isArray(required) || !isJsonObject(left) || !isJsonObject(properties)) return told
  const isTold = (name: JsonValue) =>
    typeof name !== 'string' || !Object.hasOwn(properties, name) || Object.hasOwn(left, name)
  return { ...told, required: required.filter(isTold) }
}
