import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { followReference } from './inline-references.ts'

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
  above: readonly string[]
  /** Its keys are names. */
  isNames: boolean
}

/**
 * A schema as it stands, with what it names by reference in the place of the name, and without what only the server
 * writes (`readOnly`). Recursive ones end where they would begin anew.
 */
export function inlineSchema(document: JsonObject, schema: JsonValue): JsonObject {
  const walker = new SchemaWalk(document)
  const found = walker.walk(schema, { depth: 0, above: [], isNames: false })
  return isJsonObject(found) ? found : {}
}

class SchemaWalk {
  private left = MOST_VALUES
  private readonly document: JsonObject

  constructor(document: JsonObject) {
    this.document = document
  }

  walk(given: JsonValue, { depth, above, isNames }: Place): JsonValue {
    if (typeof given === 'string') return given.slice(0, LONGEST_TEXT)
    if (typeof given !== 'object' || given === null) return given
    this.left -= Array.isArray(given) ? given.length + 1 : 1
    if (this.left < 0 || depth > DEEPEST) return Array.isArray(given) ? [] : {}
    const { value, way } = followReference(this.document, given, above)
    const below = { depth: depth + 1, above: way, isNames: false }
    if (Array.isArray(value)) return value.map((item) => this.walk(item, below))
    if (!isJsonObject(value)) return {}
    return isNames ? this.walkNames(value, below) : this.walkKeywords(value, below)
  }

  private walkNames(names: JsonObject, below: Place): JsonObject {
    const told = Object.entries(names).map(
      ([name, schema]) => [name, this.walk(schema ?? {}, below)] as const,
    )
    return Object.fromEntries(told.filter(([, schema]) => !isReadOnly(schema)))
  }

  private walkKeywords(schema: JsonObject, below: Place): JsonObject {
    const kept = Object.entries(schema).filter(([name]) => !UNTOLD.has(name) && !name.startsWith('x-'))
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
