import type { Problem } from '@runnel/contract'

/** Problems that one sentence tells. */
export interface ProblemKind {
  code: Problem['code']
  text: string
  /** How many they are. */
  count: number
  /** The names of their nodes, each once; two nodes of one name are told apart by their ids. */
  nodes: string[]
}

/** Problems by what they say, those of one code together: twenty nodes with the same fault are one entry. */
export function groupProblems(
  problems: readonly Problem[],
  words: { textOf: (problem: Problem) => string; labelOf: (nodeId: string) => string | undefined },
): ProblemKind[] {
  const byCode = Map.groupBy(problems, ({ code }) => code)
  return [...byCode.values()].flatMap((ofCode) =>
    [...Map.groupBy(ofCode, words.textOf)].map(([text, found]) => ({
      code: found[0]?.code ?? '',
      text,
      count: found.length,
      nodes: nameNodes(found, words.labelOf),
    })),
  ) as ProblemKind[]
}

function nameNodes(problems: readonly Problem[], labelOf: (nodeId: string) => string | undefined): string[] {
  const ids = new Set(problems.flatMap(({ nodeId }) => (nodeId === undefined ? [] : [nodeId])))
  const byLabel = Map.groupBy(ids, (id) => labelOf(id) || id)
  return [...byLabel].flatMap(([label, named]) =>
    named.length === 1 ? [label] : named.map((id) => `${label} (${id})`),
  )
}

/** How the nodes of a flow in the reference's form are called; nothing where the text cannot be read. */
export function labelsOfWire(flowData: string | undefined): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const { id, data } of nodesOf(flowData)) if (id && data?.label) labels.set(id, data.label)
  return labels
}

function nodesOf(flowData: string | undefined): { id?: string; data?: { label?: string } }[] {
  try {
    return JSON.parse(flowData ?? '{}').nodes ?? []
  } catch {
    return []
  }
}
