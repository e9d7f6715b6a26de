import type { JsonObject, JsonValue } from '@runnel/contract'
import { type Argument, applyMethod, buildSchema, Schema } from './zod-schema.ts'
import { type Token, tokenize } from './zod-tokens.ts'

const MAX_DEPTH = 40
const WORDS: Record<string, JsonValue> = { true: true, false: false, null: null }

interface Reader {
  tokens: Token[]
  at: number
  depth: number
}

/**
 * The JSON Schema that a text such as `z.object({ title: z.string() })` describes, or what cannot be read in it, with the
 * line. The text is read as data, never run.
 */
export function readZodText(text: string): { schema: JsonObject } | { fault: string } {
  const reader: Reader = { tokens: [], at: 0, depth: 0 }
  try {
    reader.tokens = tokenize(text)
    const read = readArgument(reader)
    take(reader, ';')
    const rest = reader.tokens[reader.at]
    if (rest) throw new SyntaxError(`"${rest.text}" follows the end of the schema`)
    if (!(read instanceof Schema)) throw new SyntaxError('it does not begin with "z."')
    return { schema: read.json }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = typeof error.cause === 'number' ? error.cause : reader.tokens[reader.at]?.at
    return { fault: `${error.message} (line ${text.slice(0, at).split('\n').length})` }
  }
}

function readArgument(reader: Reader): Argument {
  reader.depth += 1
  if (reader.depth > MAX_DEPTH) throw new SyntaxError('it is nested too deeply')
  const argument = readOne(reader)
  reader.depth -= 1
  return argument
}

function readOne(reader: Reader): Argument {
  const token = reader.tokens[reader.at]
  if (!token) throw new SyntaxError('it ends too early')
  reader.at += 1
  if (token.kind === 'expression') return undefined
  if (token.kind === 'value') return token.value
  if (token.text === '[') return readList(reader, ']')
  if (token.text === '{') return readObject(reader)
  if (token.text === 'z') return readChain(reader)
  if (token.kind === 'name' && Object.hasOwn(WORDS, token.text)) return WORDS[token.text]
  throw new SyntaxError(`"${token.text}" is not understood`)
}

function readList(reader: Reader, end: string): Argument[] {
  const items: Argument[] = []
  while (!take(reader, end)) {
    items.push(readArgument(reader))
    if (!take(reader, ',')) {
      expect(reader, end)
      break
    }
  }
  return items
}

function readObject(reader: Reader): Map<string, Argument> {
  const entries = new Map<string, Argument>()
  while (!take(reader, '}')) {
    const key = reader.tokens[reader.at]
    if (!key || (key.kind !== 'name' && key.kind !== 'value'))
      throw new SyntaxError('the name of a key is missing')
    reader.at += 1
    expect(reader, ':')
    entries.set(key.kind === 'value' ? String(key.value) : key.text, readArgument(reader))
    if (!take(reader, ',')) {
      expect(reader, '}')
      break
    }
  }
  return entries
}

/** What stands behind `z`: the kind of schema, then methods that say more of it. */
function readChain(reader: Reader): Schema {
  let schema: Schema | undefined
  while (take(reader, '.')) {
    const name = reader.tokens[reader.at]
    if (name?.kind !== 'name') throw new SyntaxError('a name is missing behind a dot')
    reader.at += 1
    if (name.text === 'coerce' && !schema) continue
    expect(reader, '(')
    const given = readList(reader, ')')
    schema = schema ? applyMethod(schema, name.text, given) : buildSchema(name.text, given)
  }
  if (!schema) throw new SyntaxError('nothing follows "z"')
  return schema
}

function take(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'sign' || token.text !== text) return false
  reader.at += 1
  return true
}

function expect(reader: Reader, text: string): void {
  if (take(reader, text)) return
  const found = reader.tokens[reader.at]?.text
  throw new SyntaxError(
    found === undefined ? `"${text}" is missing at its end` : `"${text}" is missing before "${found}"`,
  )
}
