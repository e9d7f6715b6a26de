/** Runs that stand in one line: those of a flow, or of a document store, of a workspace. */
export interface Lane {
  workspaceId: string
  lane: string
}

/** A run that somebody may take. */
export interface WaitingRun extends Lane {
  id: string
  /** Since when it was not touched. */
  since: number
}

type Counted = Lane & { count: number }

const nameOf = ({ workspaceId, lane }: Lane) => `${workspaceId} ${lane}`

/** How many runs are under way, by workspace and by lane. */
function countUp(running: readonly Counted[]) {
  const counts = new Map<string, number>()
  const add = (lane: Lane, count: number) => {
    for (const name of [lane.workspaceId, nameOf(lane)]) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  for (const { count, ...lane } of running) add(lane, count)
  return {
    add,
    /** Below 0 where the first has its turn before the second. */
    compare: (a: Lane & { since: number }, b: Lane & { since: number }) =>
      (counts.get(a.workspaceId) ?? 0) - (counts.get(b.workspaceId) ?? 0) ||
      (counts.get(nameOf(a)) ?? 0) - (counts.get(nameOf(b)) ?? 0) ||
      a.since - b.since,
  }
}

/** Lanes by how few of their workspace, then of themselves, are under way, then by how long they wait. */
export function sortByTurn<Waiting extends Lane & { since: number }>(
  lanes: readonly Waiting[],
  running: readonly Counted[],
): Waiting[] {
  return lanes.toSorted(countUp(running).compare)
}

/** The ids of the runs that are taken next, one after the other, each counted as under way for those after it. */
export function pickInTurn(
  waiting: readonly WaitingRun[],
  { running, limit }: { running: readonly Counted[]; limit: number },
): string[] {
  const counts = countUp(running)
  const lines = [...Map.groupBy(waiting, nameOf).values()].map((line) =>
    line.toSorted((a, b) => a.since - b.since),
  )
  const picked: string[] = []
  while (picked.length < limit) {
    const open = lines.filter((line) => line.length > 0)
    const turn = open.reduce<WaitingRun[] | undefined>((best, line) => {
      const [first, other] = [line[0], best?.[0]]
      return first && (other === undefined || counts.compare(first, other) < 0) ? line : best
    }, undefined)
    const next = turn?.shift()
    if (next === undefined) return picked
    counts.add(next, 1)
    picked.push(next.id)
  }
  return picked
}
