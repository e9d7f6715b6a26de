/** One part of a path, read back. */
export type PathPart =
  | { kind: 'step'; nodeId: string; generation: number; item?: number }
  | { kind: 'long'; begins: string; position: number; generation: number; item?: number }
  | { kind: 'flow' | 'call'; text: string }

/** Reads a path back into its parts, for tests: a path must tell all of them. */
export function readPath(path: string): PathPart[] {
  return path.split('/').map(readPart)
}

function readPart(text: string): PathPart {
  const [, name, generation, item] = /^([^#]*)#(\d+)(?:\[(\d+)\])?$/.exec(text) ?? []
  if (name === undefined) return { kind: text === 'flow' ? 'flow' : 'call', text }
  const rest = { generation: Number(generation), ...(item !== undefined && { item: Number(item) }) }
  const [, begins, position] = /^(.*)%~(\d+)$/s.exec(name) ?? []
  if (begins !== undefined)
    return { kind: 'long', begins: unescapeId(begins), position: Number(position), ...rest }
  return { kind: 'step', nodeId: unescapeId(name), ...rest }
}

function unescapeId(name: string): string {
  return name.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/g, (_whole, long, short) =>
    String.fromCharCode(Number.parseInt(long ?? short, 16)),
  )
}
