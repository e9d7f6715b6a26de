import { type InputDefinition, isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { CodeSurroundings } from './code-knowledge.ts'

/** What code reads as `$name`: the first column of the rows that give the names, or the keys of their JSON. */
export function readCodeInputs(
  input: Pick<InputDefinition, 'readsNamesOf'>,
  { inputs, values }: { inputs: readonly InputDefinition[]; values: JsonObject },
): CodeSurroundings['inputs'] {
  const source = inputs.find(({ name }) => name === input.readsNamesOf)
  if (!source) return []
  const value = values[source.name]
  const [column] = source.array ?? []
  const names = column ? readColumn(value, column.name) : readKeys(value)
  return names.filter((name) => /^[\w$]+$/.test(name)).map((name) => ({ name, type: 'string' }))
}

function readColumn(value: JsonValue | undefined, column: string): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((row) => {
    const name = isJsonObject(row) ? row[column] : undefined
    return typeof name === 'string' ? [name.trim()] : []
  })
}

function readKeys(value: JsonValue | undefined): string[] {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return isJsonObject(read) ? Object.keys(read) : []
  } catch {
    return []
  }
}
