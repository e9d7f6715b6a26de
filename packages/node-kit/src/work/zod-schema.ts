import type { JsonObject, JsonValue } from '@runnel/contract'

/** A JSON Schema, and whether a key of an object with it may be left out. */
export class Schema {
  readonly json: JsonObject
  readonly isOptional: boolean

  constructor(json: JsonObject, isOptional = false) {
    this.json = json
    this.isOptional = isOptional
  }
}

/** What an argument may be: JSON, a schema, lists and objects of them, or an expression, which is not tried. */
export type Argument = JsonValue | Schema | Argument[] | Map<string, Argument> | undefined

type Build = (given: Argument[]) => JsonObject
type Apply = (schema: Schema, given: Argument[]) => Schema

const kinds: Record<string, Build> = {
  string: () => ({ type: 'string' }),
  number: () => ({ type: 'number' }),
  int: () => ({ type: 'integer' }),
  boolean: () => ({ type: 'boolean' }),
  null: () => ({ type: 'null' }),
  date: () => ({ type: 'string', description: 'A date in ISO 8601' }),
  any: () => ({}),
  unknown: () => ({}),
  email: () => ({ type: 'string', format: 'email' }),
  url: () => ({ type: 'string', format: 'uri' }),
  literal: ([value]) => ({ const: readJson(value) }),
  enum: ([values]) => describeChoices(readListed(values)),
  array: ([items]) => ({ type: 'array', items: readSchema(items) }),
  object: ([shape]) => describeObject(shape),
  strictObject: ([shape]) => ({ ...describeObject(shape), additionalProperties: false }),
  record: (given) => ({ type: 'object', additionalProperties: readSchema(given.at(-1)) }),
  union: ([options]) => ({ anyOf: readSchemas(options) }),
  discriminatedUnion: ([, options]) => ({ anyOf: readSchemas(options) }),
  tuple: ([items]) => {
    const schemas = readSchemas(items)
    return { type: 'array', prefixItems: schemas, minItems: schemas.length, maxItems: schemas.length }
  },
}

const LIMITS: Record<string, [least: string, most: string]> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
}

const limit =
  (...ends: (0 | 1)[]): Apply =>
  (schema, [value]) => {
    const names = LIMITS[String(schema.json.type)]
    if (!names || typeof value !== 'number') throw new SyntaxError('a limit is no number, or limits nothing')
    return say(schema, Object.fromEntries(ends.map((end) => [names[end], value])))
  }
const always =
  (more: JsonObject): Apply =>
  (schema) =>
    say(schema, more)
const keep: Apply = (schema) => schema
const optional: Apply = ({ json }) => new Schema(json, true)
const nullable: Apply = ({ json, isOptional }) => new Schema({ anyOf: [json, { type: 'null' }] }, isOptional)

const methods: Record<string, Apply> = {
  optional,
  nullable,
  nullish: (schema, given) => optional(nullable(schema, given), given),
  default: ({ json }, [value]) => new Schema({ ...json, default: readJson(value) }, true),
  describe: (schema, [text]) => say(schema, { description: String(readJson(text)) }),
  array: ({ json }) => new Schema({ type: 'array', items: json }),
  or: ({ json }, [other]) => new Schema({ anyOf: [json, readSchema(other)] }),
  min: limit(0),
  gte: limit(0),
  max: limit(1),
  lte: limit(1),
  length: limit(0, 1),
  nonempty: (schema) => limit(0)(schema, [1]),
  int: always({ type: 'integer' }),
  positive: always({ exclusiveMinimum: 0 }),
  nonnegative: always({ minimum: 0 }),
  negative: always({ exclusiveMaximum: 0 }),
  nonpositive: always({ maximum: 0 }),
  gt: (schema, [value]) => say(schema, { exclusiveMinimum: readJson(value) }),
  lt: (schema, [value]) => say(schema, { exclusiveMaximum: readJson(value) }),
  multipleOf: (schema, [value]) => say(schema, { multipleOf: readJson(value) }),
  email: always({ format: 'email' }),
  url: always({ format: 'uri' }),
  uuid: always({ format: 'uuid' }),
  datetime: always({ format: 'date-time' }),
  date: always({ format: 'date' }),
  partial: ({ json, isOptional }) => new Schema({ ...json, required: [] }, isOptional),
  strict: always({ additionalProperties: false }),
  ...Object.fromEntries(
    ['regex', 'trim', 'passthrough', 'strip', 'readonly', 'finite', 'safe'].map((name) => [name, keep]),
  ),
}

/** The schema that `z.<name>(…)` describes. */
export function buildSchema(name: string, given: Argument[]): Schema {
  const build = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (build) return new Schema(build(given))
  if (name === 'optional' || name === 'nullable')
    return applyMethod(new Schema(readSchema(given[0])), name, [])
  throw new SyntaxError(`z.${name} is not supported`)
}

/** A schema of which a method says more. What only a program could check (an expression) is left out. */
export function applyMethod(schema: Schema, name: string, given: Argument[]): Schema {
  const apply = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (apply) return apply(schema, given)
  throw new SyntaxError(`.${name}() is not supported`)
}

function say({ json, isOptional }: Schema, more: JsonObject): Schema {
  return new Schema({ ...json, ...more }, isOptional)
}

function describeObject(shape: Argument): JsonObject {
  if (!(shape instanceof Map)) throw new SyntaxError('z.object needs its keys in braces')
  const entries = [...shape].map(([name, value]): [string, Schema] => {
    if (value instanceof Schema) return [name, value]
    throw new SyntaxError(`the key ${name} has no schema`)
  })
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
    required: entries.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
  }
}

function readSchema(argument: Argument): JsonObject {
  if (argument instanceof Schema) return argument.json
  throw new SyntaxError('a schema is missing')
}

function readSchemas(argument: Argument): JsonObject[] {
  if (Array.isArray(argument)) return argument.map((item: Argument) => readSchema(item))
  throw new SyntaxError('a list of schemas is missing')
}

/** Vendors want to hear of what type the choices are. */
function describeChoices(values: JsonValue[]): JsonObject {
  const isText = values.every((value) => typeof value === 'string')
  return isText ? { type: 'string', enum: values } : { enum: values }
}

function readListed(argument: Argument): JsonValue[] {
  if (Array.isArray(argument)) return argument.map((item: Argument) => readJson(item))
  throw new SyntaxError('z.enum needs its values in square brackets')
}

function readJson(argument: Argument): JsonValue {
  if (argument === undefined || argument instanceof Schema) throw new SyntaxError('a value is missing')
  if (argument instanceof Map) {
    return Object.fromEntries([...argument].map(([key, value]) => [key, readJson(value)]))
  }
  if (Array.isArray(argument)) return argument.map((item: Argument) => readJson(item))
  return argument
}
