import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'

const MOST_CHARACTERS = 50_000
const MOST_DEPTH = 20

/** Blanks and comments, a text in quotes, a number, a word, a mark. */
const PIECE =
  /(\s+|\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(-?\d+(?:\.\d+)?)|([A-Za-z_$][\w$]*)|([.,:;(){}[\]])/y

interface Piece {
  kind: 'text' | 'number' | 'word' | 'mark'
  text: string
  /** From 1. */
  line: number
}

/** What `z.…()` makes of its arguments. */
const MAKERS: Record<string, (args: Argument[]) => JsonObject | undefined> = {
  string: () => ({ type: 'string' }),
  number: () => ({ type: 'number' }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date-time' }),
  object: ([shape]) => shape?.object && toObjectSchema(shape.object),
  array: ([items]) => items?.schema && { type: 'array', items: items.schema.json },
  enum: ([choices]) => {
    const texts = choices?.value
    if (!Array.isArray(texts) || texts.length === 0) return undefined
    return texts.every((text) => typeof text === 'string') ? { type: 'string', enum: texts } : undefined
  },
}

/** What `.…()` behind a schema makes of it. */
const CHANGES: Record<string, (schema: Schema, args: Argument[]) => Schema | undefined> = {
  optional: (schema) => ({ ...schema, isOptional: true }),
  nullable: (schema) => ({ ...schema, isOptional: true }),
  nullish: (schema) => ({ ...schema, isOptional: true }),
  describe: (schema, [text]) =>
    typeof text?.value === 'string' ? withValue(schema, 'description', text.value) : undefined,
  default: (schema, [value]) =>
    value?.value === undefined
      ? undefined
      : { json: { ...schema.json, default: value.value }, isOptional: true },
  int: (schema) => ({ ...schema, json: { ...schema.json, type: 'integer' } }),
  min: (schema, [least]) => withLimit(schema, 'min', least),
  max: (schema, [most]) => withLimit(schema, 'max', most),
  email: (schema) => schema,
  url: (schema) => schema,
  strict: (schema) => schema,
}

interface Schema {
  json: JsonObject
  isOptional: boolean
}
/** One argument: a schema, an object of schemas, or a plain value. */
interface Argument {
  schema?: Schema
  object?: [name: string, schema: Schema][]
  value?: JsonValue
}

/**
 * The JSON Schema of the text of a Zod object, as flows of Flowise hold it. The text is read, never run: known are objects,
 * lists, texts, numbers, switches, dates and choices, with descriptions, defaults and limits.
 * @throws RunnelError `invalid_input` that names the tool and the line of what is not known
 */
export function readZodText(text: string, tool: string): JsonObject {
  const reader = new ZodReader(text, tool)
  const { json } = reader.readAll()
  if (isJsonObject(json) && json.type === 'object') return json
  throw reader.fault('it must be a z.object({ … })')
}

/** Recursive descent: schema → maker → arguments → changes. */
class ZodReader {
  readonly #pieces: Piece[]
  readonly #tool: string
  #at = 0
  #depth = 0

  constructor(text: string, tool: string) {
    this.#tool = tool
    if (text.length > MOST_CHARACTERS) throw this.fault(`it may have ${MOST_CHARACTERS} characters`)
    this.#pieces = [...split(text)]
  }

  fault(why: string): RunnelError {
    const line = this.#pieces?.[Math.min(this.#at, this.#pieces.length - 1)]?.line ?? 1
    return new RunnelError(
      'invalid_input',
      `The inputs of the tool ${this.#tool} cannot be read (line ${line}): ${why}. Write them as a list of inputs, or as a simple z.object({ … }).`,
    )
  }

  readAll(): Schema {
    const schema = this.#schema()
    this.#take(';')
    if (this.#at < this.#pieces.length) throw this.#unknown()
    return schema
  }

  #schema(): Schema {
    this.#expect('z')
    this.#expect('.')
    const { text: maker } = this.#next()
    const json = Object.hasOwn(MAKERS, maker) ? MAKERS[maker]?.(this.#arguments()) : undefined
    if (!json) throw this.fault(`z.${maker} is not known here, or not with this`)
    let schema: Schema = { json, isOptional: false }
    while (this.#take('.')) {
      const { text: change } = this.#next()
      const changed = Object.hasOwn(CHANGES, change)
        ? CHANGES[change]?.(schema, this.#arguments())
        : undefined
      if (!changed) throw this.fault(`.${change} is not known here, or not with this`)
      schema = changed
    }
    return schema
  }

  #arguments(): Argument[] {
    this.#expect('(')
    const given: Argument[] = []
    while (!this.#take(')')) {
      given.push(this.#argument())
      if (!this.#take(',') && !this.#sees(')')) throw this.#unknown()
    }
    return given
  }

  #argument(): Argument {
    this.#depth += 1
    if (this.#depth > MOST_DEPTH) throw this.fault('it is nested too deeply')
    const argument = this.#sees('z') ? { schema: this.#schema() } : this.#value()
    this.#depth -= 1
    return argument
  }

  #value(): Argument {
    if (this.#take('{')) return { object: this.#properties() }
    if (this.#take('[')) return { value: this.#list() }
    const { kind, text } = this.#next()
    if (kind === 'text') return { value: unquote(text) }
    if (kind === 'number') return { value: Number(text) }
    if (text === 'true' || text === 'false') return { value: text === 'true' }
    if (text === 'null') return { value: null }
    this.#at -= 1
    throw this.#unknown()
  }

  #properties(): [string, Schema][] {
    const properties: [string, Schema][] = []
    while (!this.#take('}')) {
      const { kind, text } = this.#next()
      if (kind !== 'word' && kind !== 'text') throw this.#unknown()
      this.#expect(':')
      const { schema } = this.#argument()
      if (!schema) throw this.#unknown()
      properties.push([kind === 'text' ? unquote(text) : text, schema])
      if (!this.#take(',') && !this.#sees('}')) throw this.#unknown()
    }
    return properties
  }

  #list(): JsonValue[] {
    const values: JsonValue[] = []
    while (!this.#take(']')) {
      const { value } = this.#argument()
      if (value === undefined) throw this.#unknown()
      values.push(value)
      if (!this.#take(',') && !this.#sees(']')) throw this.#unknown()
    }
    return values
  }

  #next(): Piece {
    const piece = this.#pieces[this.#at]
    if (!piece) throw this.fault('it ends too early')
    this.#at += 1
    return piece
  }

  #sees(text: string): boolean {
    const piece = this.#pieces[this.#at]
    return piece?.text === text && piece.kind !== 'text'
  }

  #take(text: string): boolean {
    if (!this.#sees(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#unknown()
  }

  #unknown(): RunnelError {
    const piece = this.#pieces[this.#at]
    return this.fault(piece ? `“${piece.text.slice(0, 40)}” is not known here` : 'it ends too early')
  }
}

function* split(text: string): Generator<Piece> {
  let line = 1
  PIECE.lastIndex = 0
  for (let at = 0; at < text.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at
    const [whole = '', blanks, quoted, number, word] = PIECE.exec(text) ?? []
    if (quoted !== undefined) yield { kind: 'text', text: quoted, line }
    else if (number !== undefined) yield { kind: 'number', text: number, line }
    else if (word !== undefined) yield { kind: 'word', text: word, line }
    else if (whole === '') {
      // Nobody knows what follows: it is not looked at.
      yield { kind: 'mark', text: text.slice(at, at + 1), line }
      return
    } else if (blanks === undefined) yield { kind: 'mark', text: whole, line }
    line += whole.split('\n').length - 1
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\([\s\S])/g, (_whole, mark: string) => ESCAPES[mark] ?? mark)
}

function toObjectSchema(properties: [string, Schema][]): JsonObject {
  const required = properties.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, { json }]) => [name, json])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function withValue(schema: Schema, key: string, value: JsonValue): Schema {
  return { ...schema, json: { ...schema.json, [key]: value } }
}

/** With a least or a most, by what it limits; undefined for what has none. */
function withLimit(schema: Schema, end: 'min' | 'max', given: Argument | undefined): Schema | undefined {
  if (typeof given?.value !== 'number') return undefined
  const { type } = schema.json
  if (type === 'string') return withValue(schema, `${end}Length`, given.value)
  if (type === 'array') return withValue(schema, `${end}Items`, given.value)
  return type === 'number' || type === 'integer' ? withValue(schema, `${end}imum`, given.value) : undefined
}
