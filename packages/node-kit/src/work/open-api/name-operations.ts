import type { OpenApiOperation } from './read-open-api.ts'

/** A call, and the name that a model calls it by. */
export interface NamedOperation {
  name: string
  operation: OpenApiOperation
}

/** Room for a number behind it, within the 64 signs that vendors take. */
const LONGEST_STEM = 58

/** Names that vendors take, each once: `listPets` is `list_pets`, a second one `list_pets_2`. */
export function nameOperations(operations: readonly OpenApiOperation[]): NamedOperation[] {
  const taken = new Set<string>()
  return operations.map((operation) => {
    const stem = stemOf(operation.id)
    let name = stem
    for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`
    taken.add(name)
    return { name, operation }
  })
}

function stemOf(id: string): string {
  const words = id
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z\d_-]/)
    .filter((word) => word !== '')
  return words.join('_').toLowerCase().slice(0, LONGEST_STEM) || 'call'
}
